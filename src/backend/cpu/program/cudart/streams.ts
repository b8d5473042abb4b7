// Streams and what they record. A stream has no queue of its own (device-work.ts); it has flags, and while its work is
// captured, the graph that grows.

import { type CudaErrorName, ERROR_CODES } from "./error-codes.js";
import { CudaFailure, fail } from "./error-state.js";
import { type Capture, Graph, type GraphNode } from "./graph.js";
import { HandleTable } from "./handle-table.js";
import type { Operation } from "./operation.js";
import type { RuntimeWatcher } from "./runtime-watcher.js";

export interface CudaStream {
  readonly id: number;
  readonly flags: number;
  readonly priority: number;
  readonly isDefault: boolean;
  capture: Capture | undefined;
  /** Captured nodes that the next one waits for. */
  tail: ReadonlySet<GraphNode>;
}

/** A graph of the program that a capture adds to, and the nodes that its first one waits for. */
export interface CaptureTarget {
  readonly graph: Graph;
  readonly handle: number;
  readonly after: readonly GraphNode[];
}

/** cudaStreamNonBlocking. */
const NON_BLOCKING = 1;
/** cudaStreamLegacy and cudaStreamPerThread. */
const LEGACY = 1;
const PER_THREAD = 2;

export class Streams {
  /** Nodes of all graphs. */
  readonly nodes = new HandleTable<GraphNode>("cudaErrorInvalidValue");
  readonly #table = new HandleTable<CudaStream>();
  readonly #captures = new Set<Capture>();
  #nextId = 1;
  readonly #legacy = this.#make(0, 0, true);
  readonly #perThread = this.#make(0, 0);
  readonly #watcher: RuntimeWatcher | undefined;

  constructor(watcher?: RuntimeWatcher) {
    this.#watcher = watcher;
  }

  create(flags: number, priority: number): number {
    if ((flags & ~NON_BLOCKING) !== 0) fail("cudaErrorInvalidValue");
    return this.#table.add(this.#make(flags, priority));
  }

  /** The stream of a handle, default streams included. */
  get(handle: number): CudaStream {
    if (handle === 0 || handle === LEGACY) return this.#legacy;
    return handle === PER_THREAD ? this.#perThread : this.#table.get(handle);
  }

  destroy(handle: number): void {
    if (handle <= PER_THREAD) fail("cudaErrorInvalidResourceHandle");
    const { capture } = this.#table.remove(handle);
    if (capture) this.#captures.delete(capture);
  }

  /** Does work now, or records it where the stream is captured. */
  submit(handle: number, operation: Operation): void {
    const stream = this.get(handle);
    if (stream.capture === undefined) {
      if (stream === this.#legacy) this.refuseDuringCapture("cudaErrorStreamCaptureImplicit");
      this.#run(stream, operation);
    } else {
      if (stream.capture.isInvalid) fail("cudaErrorStreamCaptureInvalidated");
      stream.tail = new Set([this.addNode(stream.capture.graph, operation, stream.tail)]);
    }
  }

  /** Does work that is part of a call, in the order of a stream. */
  now(handle: number, type: Operation["type"], run: () => void): void {
    this.#run(this.get(handle), { type, run });
  }

  #run(stream: CudaStream, operation: Operation): void {
    if (this.#watcher === undefined) operation.run();
    else this.#watcher.inStream(stream, operation.type, () => operation.run());
  }

  /** A node with a handle. */
  addNode(graph: Graph, operation: Operation, after: Iterable<GraphNode>): GraphNode {
    const node = graph.add(operation, after);
    node.handle = this.nodes.add(node);
    return node;
  }

  /** Records the work of a stream from now on, in a graph of its own or in one that the program has. */
  beginCapture(handle: number, into?: CaptureTarget): void {
    const stream = this.get(handle);
    if (stream === this.#legacy) fail("cudaErrorStreamCaptureUnsupported");
    if (stream.capture) fail("cudaErrorIllegalState");
    const { graph = new Graph(), handle: known, after = [] } = into ?? {};
    stream.capture = { id: this.#nextId++, graph, handle: known, origin: stream, isInvalid: false };
    stream.tail = new Set(after);
    this.#captures.add(stream.capture);
  }

  /** Lets a stream wait for captured work, which makes it part of the capture. */
  join(handle: number, capture: Capture, nodes: Iterable<GraphNode>): void {
    const stream = this.get(handle);
    if (stream.capture && stream.capture !== capture) fail("cudaErrorStreamCaptureMerge");
    stream.tail = stream.capture ? new Set([...stream.tail, ...nodes]) : new Set(nodes);
    stream.capture = capture;
  }

  /** What a capture has recorded. */
  endCapture(handle: number, all: Iterable<CudaStream> = this.#table.objects()): Capture {
    const stream = this.get(handle);
    const { capture } = stream;
    if (!capture) fail("cudaErrorIllegalState");
    if (capture.origin !== stream) fail("cudaErrorStreamCaptureUnmatched");
    const joined = [stream, ...all].filter((other) => other.capture === capture);
    // Work of a stream that joined must be waited for by the one that began.
    const isJoined = joined.every((other) => [...other.tail].every((node) => isBefore(node, stream.tail)));
    for (const other of joined) other.capture = undefined;
    this.#captures.delete(capture);
    if (capture.isInvalid) fail("cudaErrorStreamCaptureInvalidated");
    if (!isJoined) fail("cudaErrorStreamCaptureUnjoined");
    return capture;
  }

  /** Refuses a call that would wait for, or run before, work that is only being recorded. */
  refuseDuringCapture(error: CudaErrorName, handle?: number): void {
    const [capture] = handle === undefined ? this.#captures : [this.get(handle).capture];
    if (!capture) return;
    capture.isInvalid = true;
    throw new CudaFailure(ERROR_CODES[error]);
  }

  #make(flags: number, priority: number, isDefault = false): CudaStream {
    return { id: this.#nextId++, flags, priority, isDefault, capture: undefined, tail: new Set() };
  }
}

// True when a node is one of some others, or one of them waits for it.
function isBefore(node: GraphNode, others: Iterable<GraphNode>): boolean {
  for (const other of others) if (other === node || isBefore(node, other.after)) return true;
  return false;
}
