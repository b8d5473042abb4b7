// graph(): work that is recorded once and launched many times. On a GPU a graph launch costs about as much as one kernel launch; on
// the cpu device it saves the argument checks. A graph retains the memory and the code that it uses. Its launches are ordered with
// all other work on that memory, just as kernel launches are.

import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import { formatValue, plural } from "../../core/text.js";
import { runInContext } from "../devices/context.js";
import type { Device } from "../devices/device.js";
import type { DeviceCore, GraphMemory, RecordedMemory } from "../order/stream-core.js";
import { currentDevice, currentStream, toDevice } from "../devices/devices.js";
import { GraphVersion } from "./graph-version.js";
import { type Handle, handleOf, openHandle, type Resource } from "../lifetimes/handle.js";
import { type Kernel, kernelCore } from "../kernels/kernel.js";
import { RecordedLaunch } from "./recorded-launch.js";
import { Recording, recordInto, refuseInGraph } from "./recording.js";
import { type Stream, streamCore } from "../order/stream.js";
import { refuseTraced } from "../order/traced.js";

/** Recorded work. */
export interface Graph {
  readonly device: Device;
  /** The number of launches, copies and fills in it. */
  readonly size: number;
  readonly isDisposed: boolean;
  /** Submits the recorded work once, on the current stream or the given one. Returns at once. */
  launch(options?: { readonly stream?: Stream }): void;
  /**
   * Records the work again; later launches use the new recording. This is much cheaper than a new graph if only arguments and sizes
   * differ. If `body` throws, the graph does not change.
   */
  update(body: () => void): void;
  /**
   * Replaces the arguments of one launch of `kernel`, for later launches of the graph. `which` is the index among the launches of
   * that kernel, 0 by default.
   * @throws TypeError, RangeError as a launch does; RangeError `CUTS_GRAPH_LAUNCH` when there is no such launch.
   */
  setArguments<A extends readonly unknown[], R extends readonly unknown[]>(
    kernel: Kernel<A, R>,
    args: readonly [...A],
    which?: number,
  ): void;
  /** Settles when all its code is compiled. */
  ready(): Promise<void>;
  /** Frees the graph after its pending launches. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** How a graph is made. */
export interface GraphOptions {
  /** The current device by default. */
  readonly device?: string | Device;
}

/**
 * Records the launches, copies and fills that `body` submits; they run only when `launch()` is called. Host data is copied when it
 * is recorded, except pinned memory, which is read at each launch. The graph keeps memory that `body` allocates. Inside `body`,
 * reads, waits and events are errors; an async `body` is an error too.
 * @throws UnsupportedError `CUTS_IN_GRAPH` for calls that cannot be recorded; errors of the calls in `body`.
 * @example
 * using g = cu.graph(() => {
 *   add({ threads: n }, x, y, z, n);
 *   scale({ threads: n }, z, 0.5, n);
 * });
 * for (let i = 0; i < 100; i++) g.launch();
 * g.setArguments(scale, [z, 2, n]);
 * g.launch();
 */
export function graph(body: () => void, options: GraphOptions = {}): Graph {
  refuseTraced("record a graph");
  checkBody(body);
  const device = options.device === undefined ? currentDevice() : toDevice(options.device);
  return new RecordedGraph(new GraphState(record(device, body)));
}

/** A graph that CuTS itself makes. */
export interface OwnGraph {
  launch(): void;
  /** Whether it keeps memory. */
  keeps(memory: RecordedMemory): boolean;
  dispose(): void;
}

/** The same for internal use: arrays that `body` makes get their memory from `memory`. */
export function ownGraph(body: () => void, device: DeviceCore, memory: GraphMemory): OwnGraph {
  return new RecordedGraph(new GraphState(record(device, body, { memory })), false);
}

/** Runs the body of a graph and records what it submits. */
function record(
  device: DeviceCore,
  body: () => void,
  { previous, memory }: { readonly previous?: GraphVersion; readonly memory?: GraphMemory } = {},
): GraphVersion {
  const recording = new Recording(device, memory);
  const context = { device, stream: recording.stream };
  try {
    checkSynchronous(recordInto(recording, () => runInContext(context, body)));
    return new GraphVersion(recording, recording.works, previous);
  } finally {
    recording.letGo();
  }
}

// Called without `new`, a class throws an error of its own that names neither this call nor what to do.
function checkBody(body: unknown): void {
  if (typeof body === "function" && !/^class\b/.test(Function.prototype.toString.call(body))) return;
  throw new ArgumentTypeError(
    "CUTS_FUNCTION",
    `Cannot record a graph: what it does must be a function (got ${formatValue(body)})\nTry: () => { … }`,
  );
}

function checkSynchronous(result: unknown): void {
  if (isPromise(result)) {
    // The body may fail later, but that error is not reported: the error below is the cause.
    result.then(undefined, () => {});
    throw new ArgumentTypeError(
      "CUTS_GRAPH_ASYNC",
      "Cannot record a graph: its function must not be async, since nothing is done while it is recorded (got one that returns a promise)" +
        "\nTry: prepare what must be awaited before graph(), and read results after launch()",
    );
  }
}

class RecordedGraph implements Graph, OwnGraph {
  readonly [handleOf]: Handle;
  readonly #state: GraphState;

  constructor(state: GraphState, isUsers = true) {
    this.#state = state;
    this[handleOf] = openHandle(this, state, { scoped: isUsers, listed: isUsers });
  }

  keeps(memory: RecordedMemory): boolean {
    return this.#state.version.keeps(memory);
  }

  get device(): Device {
    return this.#state.version.device;
  }

  get size(): number {
    return this.#state.version.works.length;
  }

  get isDisposed(): boolean {
    return !this[handleOf].isOpen;
  }

  launch(options?: { readonly stream?: Stream }): void {
    if (!this[handleOf].isOpen) this[handleOf].throwEnded("launch a graph");
    refuseInGraph("launch a graph");
    refuseTraced("launch a graph");
    const { version } = this.#state;
    const given = options?.stream;
    if (given === undefined) {
      version.launch(currentStream(version.device));
      return;
    }
    const stream = streamCore(given, "launch a graph");
    if (stream.device !== version.device) {
      throw new ArgumentTypeError(
        "CUTS_STREAM",
        `Cannot launch a graph: the stream must be one of ${version.device.id}, where it was recorded (got one of ${stream.device.id})`,
      );
    }
    version.launch(stream);
  }

  update(body: () => void): void {
    this.#check("update a graph");
    const { version } = this.#state;
    this.#state.replace(record(version.device, body, { previous: version }));
  }

  setArguments(kernel: Kernel<never, never>, args: readonly unknown[], which = 0): void {
    this.#check("change a graph");
    const { version } = this.#state;
    const core = kernelCore(kernel, "change a graph");
    const launches = version.works.filter((work) => work instanceof RecordedLaunch);
    const launch = launches.filter((one) => one.kernel === core)[which];
    if (launch === undefined) {
      const count = launches.filter((one) => one.kernel === core).length;
      throw new ArgumentRangeError(
        "CUTS_GRAPH_LAUNCH",
        `Cannot change a graph: it has ${plural(count, "launch", "launches")} of ${core.name} (got ${formatValue(which)}, counted from 0)`,
      );
    }
    const changed = launch.withArguments(args);
    const works = version.works.map((work) => (work === launch ? changed : work));
    const index = launches.indexOf(launch);
    const next = new GraphVersion(version.recording, works, version, { index, launch: changed });
    version.recording.letGo();
    this.#state.replace(next);
  }

  async ready(): Promise<void> {
    this.#check("wait for a graph");
    await this.#state.version.obstacle?.ready;
    this.#state.make();
  }

  dispose(): void {
    this[handleOf].end();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  [inspectSymbol](): string {
    return `Graph of ${this.#state.toString()}${this.isDisposed ? " (disposed)" : ""}`;
  }

  #check(action: string): void {
    if (!this[handleOf].isOpen) this[handleOf].throwEnded(action);
    refuseInGraph(action);
  }
}

/** The state of a graph, which lives longer than the Graph object if launches are pending. */
class GraphState implements Resource {
  readonly kind = "graph";
  readonly nativeBytes = 64 * 1024;
  version: GraphVersion;

  constructor(version: GraphVersion) {
    this.version = version;
    try {
      this.make();
    } catch (error) {
      version.end();
      throw error;
    }
  }

  get device(): Device {
    return this.version.device;
  }

  replace(next: GraphVersion): void {
    const { version } = this;
    this.version = next;
    try {
      this.make();
    } catch (error) {
      this.version = version;
      next.end();
      throw error;
    }
    version.end();
  }

  /** Makes the backend's graph as soon as possible, so that errors in it appear early. */
  make(): void {
    if (this.version.obstacle === undefined) this.version.make(this.version.device.defaultStream);
  }

  release(): void {
    this.version.end();
  }

  toString(): string {
    return `${plural(this.version.works.length, "piece", "pieces")} of work on ${this.version.device.id}`;
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
