// Streams: queues of work on a device. Work of one stream happens in order, and work of different streams may overlap. A Stream can be
// awaited.

import { ArgumentTypeError } from "../../core/errors.js";
import { type HandleAccess, handleArgument, type HandleArgument } from "../../core/handle-argument.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import { formatValue } from "../../core/text.js";
import { runInContext } from "../devices/context.js";
import type { Device } from "../devices/device.js";
import { currentDevice, toDevice } from "../devices/devices.js";
import { callAfterwards, type Event, isEvent, recordEvent, waitForEvent } from "./event.js";
import { type Handle, handleOf, openHandle, type Resource } from "../lifetimes/handle.js";
import { makeNative } from "../memory/memory-account.js";
import { openRecording, refuseInGraph } from "../graphs/recording.js";
import { StreamCore } from "./stream-core.js";

/** A queue of work on a device. C functions accept it for a parameter of type `cudaStream_t`. */
export interface Stream extends PromiseLike<void>, HandleArgument<"CUstream_st"> {
  readonly device: Device;
  /**
   * Its `cudaStream_t` for other libraries of the process, as CuPy's `stream.ptr`. Work that they submit to it is in order with work
   * of CuTS. They must keep their memory alive until that work is done. @throws TypeError `CUTS_ARGUMENT_DEVICE` for a stream of the cpu device.
   */
  readonly pointer: bigint;
  /**
   * Runs `body` with this as the current stream, also after each `await` in it, and settles when `body` and all work of
   * the stream are done, with what `body` returned.
   */
  run<T>(body: () => T): Promise<Awaited<T>>;
  /** Settles when all work submitted so far is over, as `await stream` does. Rejects with the first error that nobody received yet. */
  synchronize(): Promise<void>;
  /** The same, blocking the event loop. */
  synchronizeSync(): void;
  /** Marks this point of the stream's work. */
  record(): Event;
  /**
   * Calls `fn` when the work submitted so far is done. Later work does not wait for it. If some of the work failed, `fn` is not called,
   * and whoever awaits the stream gets the error.
   */
  callback(fn: () => void): void;
  /** Makes work that is submitted from now on wait for an event of any stream. */
  waitFor(event: Event): void;
  /** Ends the stream. Its pending work is still done. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** How a stream is made. */
export interface StreamOptions {
  /** Streams with a lower number run first. The device decides which numbers it supports. */
  readonly priority?: number;
  /** The current device by default. */
  readonly device?: string | Device;
}

/**
 * Makes a stream.
 * @example
 * using s = cu.stream();
 * await s.run(async () => {
 *   add({ threads: n }, x, y, z, n); // on s
 * });
 */
export function stream(options: StreamOptions = {}): Stream {
  const { priority } = options;
  if (priority !== undefined && !Number.isInteger(priority)) {
    throw new ArgumentTypeError(
      "CUTS_STREAM_PRIORITY",
      `Cannot make a stream: its priority must be a whole number (got ${formatValue(priority)})`,
    );
  }
  const device = options.device === undefined ? currentDevice() : toDevice(options.device);
  const { backend } = device;
  const core = new StreamCore(
    device,
    backend,
    makeNative(device, () => backend.createStream({ priority })),
  );
  device.streams.add(core);
  return new OwnedStream(core);
}

/**
 * The core of a stream that a user passes.
 * @throws TypeError `CUTS_STREAM` if it is not a stream; DisposedError if it has ended.
 */
export function streamCore(value: Stream, action: string): StreamCore {
  if (openRecording() !== undefined) {
    const named = action.replace(/^(launch|make) /, "name a stream to $1 ");
    refuseInGraph(named, "all work of a graph is on its own stream");
  }
  if (OwnedStream.is(value)) return value.core(action);
  throw new ArgumentTypeError(
    "CUTS_STREAM",
    `Cannot ${action}: the stream must come from stream() (got ${formatValue(value)})`,
  );
}

/** The handle of a stream for native code. */
function nativeStream(core: StreamCore, what: string): bigint {
  const { backend, backendStream, device } = core;
  if (backend.nativeStreams === null) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot use ${what}: native code has streams of GPUs only (got a stream on ${device.id})\nTry: null, or load the source for ${device.id}`,
    );
  }
  const handle = backend.nativeStreams.enter(backendStream, what);
  if (handle !== undefined) return BigInt(handle);
  core.doneSync();
  throw new Error("internal: a broken device that works");
}

class OwnedStream implements Stream {
  readonly [handleOf]: Handle;
  readonly #core: StreamCore;

  /** Whether `value` is a stream. Every launch with a stream calls this. */
  static is(value: unknown): value is OwnedStream {
    return typeof value === "object" && value !== null && #core in value;
  }

  constructor(core: StreamCore) {
    this.#core = core;
    this[handleOf] = openHandle(this, new StreamResource(core));
  }

  get device(): Device {
    return this.#core.device;
  }

  core(action: string): StreamCore {
    if (!this[handleOf].isOpen) this[handleOf].throwEnded(action);
    return this.#core;
  }

  get pointer(): bigint {
    return nativeStream(this.core("take the pointer of a stream"), "the pointer of a stream");
  }

  get [handleArgument](): HandleAccess<"CUstream_st"> {
    return { tag: "CUstream_st", native: (what) => nativeStream(streamCore(this, `use ${what}`), what) };
  }

  async run<T>(body: () => T): Promise<Awaited<T>> {
    refuseInGraph("run on a stream", "all work of a graph is on its own stream");
    const core = this.core("run on a stream");
    let result: Awaited<T>;
    try {
      result = await runInContext({ stream: core, device: core.device }, body);
    } catch (error) {
      // The body's error is thrown. An error of the work stays for whoever awaits the stream next.
      await core.settle();
      throw error;
    }
    await core.done();
    return result;
  }

  synchronize(): Promise<void> {
    refuseInGraph("wait for a stream");
    return this.core("wait for a stream").done();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await stream` is the point
  then<A = void, B = never>(
    onDone?: ((value: void) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.synchronize().then(onDone, onError);
  }

  synchronizeSync(): void {
    refuseInGraph("wait for a stream");
    this.core("wait for a stream").doneSync();
  }

  record(): Event {
    refuseInGraph("record an event");
    return recordEvent(this.core("record an event"));
  }

  callback(fn: () => void): void {
    refuseInGraph("add a callback");
    if (typeof fn !== "function") {
      throw new ArgumentTypeError(
        "CUTS_CALLBACK",
        `Cannot add a callback to a stream: it must be a function (got ${formatValue(fn)})`,
      );
    }
    callAfterwards(this.core("add a callback"), fn);
  }

  waitFor(event: Event): void {
    refuseInGraph("wait for an event");
    const core = this.core("wait for an event");
    if (!isEvent(event)) {
      throw new ArgumentTypeError(
        "CUTS_EVENT",
        `Cannot wait for an event: it must come from stream.record() (got ${formatValue(event)})`,
      );
    }
    waitForEvent(core, event);
  }

  dispose(): void {
    this[handleOf].end();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  toString(): string {
    return `stream ${this.#core.backendStream.id} on ${this.#core.device.id}`;
  }

  [inspectSymbol](): string {
    return `Stream ${this.#core.backendStream.id} on ${this.#core.device.id}`;
  }
}

class StreamResource implements Resource {
  readonly kind = "stream";
  readonly device = undefined;
  readonly nativeBytes = 2 ** 20;
  readonly #core: StreamCore;

  constructor(core: StreamCore) {
    this.#core = core;
  }

  release(): void {
    this.#core.close();
  }

  toString(): string {
    return `${this.#core.backendStream.id} on ${this.#core.device.id}`;
  }
}
