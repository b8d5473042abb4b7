// Capture: the work of a stream becomes a graph instead of being done.

import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import type { Runtime } from "../runtime.js";
import type { CAPTURE } from "../signatures/graphs.js";

/** cudaStreamCaptureStatus. */
const STATUS = { none: 0, active: 1, invalidated: 2 } as const;

export function captureFunctions(rt: Runtime): Implementations<typeof CAPTURE> {
  const { guest, streams } = rt;
  let mode = 0;
  const statusOf = (stream: number): number => {
    const { capture } = streams.get(stream);
    if (!capture) return STATUS.none;
    return capture.isInvalid ? STATUS.invalidated : STATUS.active;
  };
  return {
    cudaStreamBeginCapture: (stream = 0, captureMode = 0) => {
      if (captureMode > 2) fail("cudaErrorInvalidValue");
      streams.beginCapture(stream);
    },
    cudaStreamEndCapture: (stream = 0, graph = 0) => {
      if (graph !== 0) guest.setWord(graph, 0);
      const captured = streams.endCapture(stream);
      if (graph === 0) fail("cudaErrorInvalidValue");
      guest.setWord(graph, rt.graphs.add(captured));
    },
    cudaStreamIsCapturing: (stream = 0, status = 0) => {
      guest.setU32(status, statusOf(stream));
    },
    cudaStreamGetCaptureInfo: (stream = 0, status = 0, id = 0) => {
      guest.setU32(status, statusOf(stream));
      if (id !== 0) guest.setU64(id, streams.get(stream).capture?.id ?? 0);
    },
    cudaThreadExchangeStreamCaptureMode: (address = 0) => {
      const next = guest.u32(address);
      if (next > 2) fail("cudaErrorInvalidValue");
      guest.setU32(address, mode);
      mode = next;
    },
  };
}
