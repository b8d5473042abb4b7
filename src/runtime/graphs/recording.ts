// The recording behind graph(): while one is open, work that is submitted to its stream is stored here instead of being handed to
// the device. It is checked as usual, and its uses of memory are noted instead of ordered. The body of graph() is synchronous,
// so at most one recording is open, and everything submitted meanwhile belongs to it.

import type { Backend, BackendStream, Work } from "../../backend/backend.js";
import { graphsOf } from "../devices/capabilities.js";
import { unwatched } from "../../backend/work.js";
import { CutsError, UnsupportedError } from "../../core/errors.js";
import { FaultPage } from "../failures/fault-page.js";
import type { Obstacle } from "../order/submission-queue.js";
import type { Retainable } from "../../core/retainable.js";
import {
  type DeviceCore,
  type GraphMemory,
  type RecordedCode,
  type RecordedMemory,
  type Recorder,
  StreamCore,
  type SubmitOptions,
} from "../order/stream-core.js";
import { processState } from "../../core/process-state.js";

/** The memory that a launch or copy uses. */
export type Uses = ReadonlyMap<RecordedMemory, "read" | "write">;

/** One piece of recorded work. */
export interface RecordedWork {
  /** The memory that it uses: the graph retains it, and launches of the graph are ordered by it. */
  readonly uses: Uses;
  /** The code that must be compiled first. */
  readonly after: Obstacle | undefined;
  /** The module that contains the kernel, or whose variables the work uses. */
  readonly code: { readonly build: RecordedCode; readonly mode: "read" | "write" } | undefined;
  /**
   * Does what must not be recorded, such as switching to newly compiled code. `stream` is the stream that the graph is launched on.
   */
  prepare(stream: StreamCore): void;
  /** Submits the work to the backend, which records it. */
  run(): void;
  /** What the graph retains for it besides device memory. */
  readonly retained?: Retainable | undefined;
}

const state = processState(() => ({ open: undefined as Recording | undefined }));

/** The recording that is open, if one is. */
export function openRecording(): Recording | undefined {
  return state.open;
}

/** Throws inside graph(): `action` as in "Cannot <action> inside graph()". @throws UnsupportedError `CUTS_IN_GRAPH` */
export function refuseInGraph(action: string, rule = "a graph only records work"): void {
  if (state.open === undefined) return;
  throw new UnsupportedError(
    "CUTS_IN_GRAPH",
    `Cannot ${action} inside graph(): ${rule}, which is done when the graph is launched\nTry: do it after launch()`,
  );
}

/** Runs `body` with a recording open. */
export function recordInto<T>(recording: Recording, body: () => T): T {
  refuseInGraph("record a graph", "graphs do not nest, and one has only work of its own");
  state.open = recording;
  try {
    return body();
  } finally {
    state.open = undefined;
    recording.stream.isClosed = true;
  }
}

/** The recording of a stream inside graph(); undefined for other streams. */
export function recordingOf(stream: StreamCore): Recording | undefined {
  return stream instanceof RecordingStream ? stream.recording : undefined;
}

export class Recording implements Recorder {
  readonly device: DeviceCore;
  readonly stream: RecordingStream;
  readonly works: RecordedWork[] = [];
  #uses = new Map<RecordedMemory, "read" | "write">();
  /** The pages on which its kernels report errors. */
  readonly faults: FaultPage[] = [];
  /** What is retained until the graph itself retains it, because the body may dispose it. */
  readonly #kept = new Set<Retainable>();

  readonly memory: GraphMemory | undefined;

  constructor(device: DeviceCore, memory?: GraphMemory) {
    graphsOf(device, "record a graph");
    this.device = device;
    this.memory = memory;
    this.stream = new RecordingStream(this);
  }

  /** Declares that the next recorded work uses memory. */
  uses(storage: RecordedMemory, mode: "read" | "write"): void {
    if (state.open !== this) return;
    this.keep(storage);
    if (mode === "write" || !this.#uses.has(storage)) this.#uses.set(storage, mode);
  }

  /** The uses declared since the last recorded work. */
  takeUses(): Uses {
    const uses = this.#uses;
    this.#uses = new Map();
    return uses;
  }

  /** A fault page with room for one more launch. */
  faultPage(): FaultPage {
    const last = this.faults.at(-1);
    if (last?.isFull === false) return last;
    const page = new FaultPage(this.device.defaultStream, "graph");
    this.faults.push(page);
    return page;
  }

  add(work: RecordedWork): void {
    if (work.retained !== undefined) this.keep(work.retained);
    this.works.push(work);
  }

  keeps(memory: RecordedMemory): boolean {
    return this.#kept.has(memory);
  }

  keep(one: Retainable): void {
    if (this.#kept.has(one)) return;
    one.retain();
    this.#kept.add(one);
  }

  /** Releases what it retained, because the graph retains it now or was not made. */
  letGo(): void {
    for (const one of this.#kept) one.release();
    this.#kept.clear();
  }
}

/** The current stream inside graph(). */
export class RecordingStream extends StreamCore {
  override readonly recording: Recording;

  constructor(recording: Recording) {
    const { device } = recording;
    super(device, device.backend, captureStream(device.backend));
    this.recording = recording;
  }

  /** Never: no work goes to the backend directly. */
  override get isClear(): boolean {
    return false;
  }

  override submit(run: (work: Work) => void, { after, build, retained }: SubmitOptions = {}): void {
    if (this.isClosed) throw graphHasEnded();
    const uses = this.recording.takeUses();
    const code = build === undefined ? undefined : ({ build, mode: "write" } as const);
    const prepare = (stream: StreamCore): void => void build?.adopt(undefined, stream);
    this.work.given();
    this.recording.add({ uses, after, code, prepare, run: () => run(unwatched), retained });
  }

  override inOrder(run: () => void): void {
    this.submit(run);
  }

  override observe(): Promise<void> {
    return Promise.reject(inGraph());
  }

  override observeSync(): void {
    throw inGraph();
  }
}

/** The error for work that comes after the body of graph() has returned. */
export function graphHasEnded(): CutsError {
  return new CutsError(
    "CUTS_IN_GRAPH",
    "Cannot add work to a graph: its function has returned (got work after an await, or from a callback)" +
      "\nTry: give all work inside the function, without await",
  );
}

function inGraph(): Error {
  try {
    refuseInGraph("wait");
  } catch (error) {
    return error as Error;
  }
  return graphHasEnded();
}

const captureStreams = new WeakMap<Backend, BackendStream>();

/** The stream of the backend that records. Recordings do not overlap, so one serves all graphs of a device. */
function captureStream(backend: Backend): BackendStream {
  let stream = captureStreams.get(backend);
  if (stream === undefined) {
    stream = backend.createStream({});
    captureStreams.set(backend, stream);
  }
  return stream;
}
