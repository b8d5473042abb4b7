// Events of a GPU: points in the work of a stream, with times. Times are measured from a base event that is renewed each second,
// because the driver returns differences as 32-bit floats, which after an hour cannot represent microseconds.

import type { BackendEvent } from "../backend.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";
import { type EventHandle, EventPool } from "./event-pool.js";
import type { Waiter } from "./waiter.js";

const NOT_READY = 600;
const BASE_LIFETIME_MS = 1000;

export class CudaEvent implements BackendEvent {
  readonly handle: EventHandle;
  readonly #events: Events;
  readonly #stream: CudaStream;
  readonly #base: TimeBase;
  readonly #generation: number;
  readonly #launched: number;
  #isDone = false;
  #done: Promise<void> | undefined;
  #claims = 1;

  constructor(events: Events, stream: CudaStream, handle: EventHandle, base: TimeBase) {
    this.handle = handle;
    this.#events = events;
    this.#stream = stream;
    this.#base = base;
    this.#generation = events.context.generation;
    this.#launched = stream.launched;
  }

  /** Whether the event still exists; a reset destroys all events. */
  get isCurrent(): boolean {
    return this.#generation === this.#events.context.generation;
  }

  isDone(): boolean {
    const { context } = this.#events;
    if (this.#isDone || !this.isCurrent) return true;
    context.activate();
    const status = context.api.cuEventQuery(this.handle);
    if (status === NOT_READY) return false;
    context.check(status, "cuEventQuery");
    this.#finish();
    return true;
  }

  get done(): Promise<void> {
    if (this.#done === undefined) {
      this.#claims++;
      this.#done = this.#isDone
        ? Promise.resolve()
        : this.#events.waiter.wait(this.handle).then(() => this.#finish());
      const release = (): void => this.#release();
      this.#done.then(release, release);
    }
    return this.#done;
  }

  timeMs(): number {
    const { context } = this.#events;
    if (!this.isDone()) throw new Error("internal: the event has not happened yet");
    context.checkAlive();
    return this.#events.timeSince(this.#base, this.handle);
  }

  dispose(): void {
    this.#release();
  }

  #finish(): void {
    this.#isDone = true;
    if (this.isCurrent) this.#stream.verified = Math.max(this.#stream.verified, this.#launched);
  }

  #release(): void {
    if (--this.#claims === 0) this.#events.timed.give(this.handle, this.#generation);
  }
}

/** An event of a broken device, which never happens. */
export class FailedEvent implements BackendEvent {
  readonly #failure: Error;

  constructor(failure: Error) {
    this.#failure = failure;
  }

  isDone(): boolean {
    return true;
  }

  get done(): Promise<void> {
    const failed = Promise.reject<void>(this.#failure);
    // Only code that awaits it gets the error.
    failed.catch(() => {});
    return failed;
  }

  timeMs(): number {
    throw this.#failure;
  }

  dispose(): void {}
}

/** An event that other events are measured from. */
interface TimeBase {
  readonly handle: EventHandle;
  readonly generation: number;
  /** Milliseconds since the first base. */
  readonly offsetMs: number;
  readonly hostMs: number;
}

/** The events of one device. */
export class Events {
  readonly context: DeviceContext;
  readonly waiter: Waiter;
  /** Events with a time. */
  readonly timed: EventPool;
  /** Events without a time, which are cheaper. */
  readonly plain: EventPool;
  readonly #clock: CudaStream;
  #base: TimeBase | undefined;

  /** `clock` is a stream without work, so an event that is recorded there happens at once. */
  constructor(context: DeviceContext, waiter: Waiter, clock: CudaStream) {
    this.context = context;
    this.waiter = waiter;
    this.timed = new EventPool(context, { timing: true });
    this.plain = new EventPool(context, { timing: false });
    this.#clock = clock;
  }

  /** Records an event in a stream; on a broken device, one that never happens. */
  record(stream: CudaStream): CudaEvent | FailedEvent {
    const { context } = this;
    try {
      context.checkAlive();
      context.activate();
      const base = this.#currentBase();
      return new CudaEvent(this, stream, this.timed.record(stream.handle), base);
    } catch (error) {
      if (context.failure === undefined) throw error;
      return new FailedEvent(context.failure);
    }
  }

  /** Milliseconds from the first base to an event that is done. */
  timeSince(base: TimeBase, event: EventHandle): number {
    return base.offsetMs + this.#elapsed(base.handle, event);
  }

  #currentBase(): TimeBase {
    const base = this.#base;
    const { generation } = this.context;
    const hostMs = performance.now();
    if (base !== undefined && base.generation === generation && hostMs - base.hostMs < BASE_LIFETIME_MS) {
      return base;
    }
    // A base never returns to the pool, because events that refer to it may live as long as the program.
    const handle = this.timed.record(this.#clock.handle);
    this.context.check(this.context.api.cuEventSynchronize(handle), "cuEventSynchronize");
    const offsetMs =
      base === undefined
        ? 0
        : base.generation === generation
          ? base.offsetMs + this.#elapsed(base.handle, handle)
          : base.offsetMs + hostMs - base.hostMs;
    return (this.#base = { handle, generation, offsetMs, hostMs });
  }

  #elapsed(from: EventHandle, to: EventHandle): number {
    const { context } = this;
    const { api, driver } = context;
    context.activate();
    context.check(api.cuEventElapsedTime(driver.out(0), from, to), "cuEventElapsedTime");
    return driver.float(0);
  }
}
