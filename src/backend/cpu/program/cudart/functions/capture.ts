// Capture: the work of a stream becomes a graph instead of being done.

import type { Implementations } from "../bind-function.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { fail } from "../error-state.js";
import type { GraphNode } from "../graph.js";
import type { Runtime } from "../runtime.js";
import type { CAPTURE } from "../signatures/graphs.js";

/** cudaStreamCaptureStatus. */
const STATUS = { none: 0, active: 1, invalidated: 2 } as const;

/** cudaStreamSetCaptureDependencies. */
const SET = 1;

export function captureFunctions(rt: Runtime): Implementations<typeof CAPTURE> {
  const { guest, streams } = rt;
  let mode = 0;
  const statusOf = (stream: number): number => {
    const { capture } = streams.get(stream);
    if (!capture) return STATUS.none;
    return capture.isInvalid ? STATUS.invalidated : STATUS.active;
  };
  const nodesAt = (places: number, count: number): GraphNode[] =>
    Array.from({ length: count }, (_, i) => streams.nodes.get(guest.word(places + POINTER_BYTES * i)));
  return {
    cudaStreamBeginCapture: (stream = 0, captureMode = 0) => {
      if (captureMode > 2) fail("cudaErrorInvalidValue");
      streams.beginCapture(stream);
    },
    cudaStreamEndCapture: (stream = 0, graph = 0) => {
      if (graph !== 0) guest.setWord(graph, 0);
      const captured = streams.endCapture(stream);
      // What went into a graph that the program has needs no place.
      if (graph === 0 && captured.handle !== undefined) return;
      if (graph === 0) fail("cudaErrorInvalidValue");
      guest.setWord(graph, captured.handle ?? rt.graphs.add(captured.graph));
    },
    cudaStreamIsCapturing: (stream = 0, status = 0) => {
      guest.setU32(status, statusOf(stream));
    },
    cudaStreamGetCaptureInfo: (stream = 0, status = 0, id = 0) => {
      guest.setU32(status, statusOf(stream));
      if (id !== 0) guest.setU64(id, streams.get(stream).capture?.id ?? 0);
    },
    cudaStreamGetCaptureInfo_v3: (
      stream = 0,
      status = 0,
      id = 0,
      graph = 0,
      places = 0,
      edges = 0,
      count = 0,
    ) => {
      guest.setU32(status, statusOf(stream));
      const { capture, tail } = streams.get(stream);
      if (!capture) return;
      if (id !== 0) guest.setU64(id, capture.id);
      capture.handle ??= rt.graphs.add(capture.graph);
      if (graph !== 0) guest.setWord(graph, capture.handle);
      // A list of the runtime's own, as long as the program lives.
      if (places !== 0) {
        const list = rt.allocate(Math.max(1, tail.size) * POINTER_BYTES, "pinned");
        [...tail].forEach((node, i) => guest.setWord(list + POINTER_BYTES * i, node.handle));
        guest.setWord(places, list);
      }
      if (edges !== 0) guest.setWord(edges, 0);
      if (count !== 0) guest.setWord(count, tail.size);
    },
    cudaStreamBeginCaptureToGraph: (
      stream = 0,
      graph = 0,
      after = 0,
      _edges = 0,
      count = 0,
      captureMode = 0,
    ) => {
      if (captureMode > 2) fail("cudaErrorInvalidValue");
      const before = nodesAt(after, count);
      streams.beginCapture(stream, { graph: rt.graphs.get(graph), handle: graph, after: before });
    },
    cudaStreamUpdateCaptureDependencies: (stream = 0, places = 0, _edges = 0, count = 0, flags = 0) => {
      const target = streams.get(stream);
      if (!target.capture) fail("cudaErrorIllegalState");
      if (flags > SET) fail("cudaErrorInvalidValue");
      target.tail = new Set([...(flags === SET ? [] : target.tail), ...nodesAt(places, count)]);
    },
    cudaThreadExchangeStreamCaptureMode: (address = 0) => {
      const next = guest.u32(address);
      if (next > 2) fail("cudaErrorInvalidValue");
      guest.setU32(address, mode);
      mode = next;
    },
  };
}
