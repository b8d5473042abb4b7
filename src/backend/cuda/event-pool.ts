// A pool of driver events, which are reused. Recording an event again changes the point that it stands for, so an event returns to
// the pool only when nobody waits for it any more.

import type { RawHandle } from "../../native/raw-call.js";
import type { DeviceContext } from "./device-context.js";

/** A driver event. */
export type EventHandle = RawHandle<"CUevent">;

/** What an event needs of a stream. */
export interface StreamHandle {
  readonly handle: RawHandle<"CUstream">;
}

/** Flag: a waiting thread sleeps instead of spinning. */
const BLOCKING_SYNC = 1;
const DISABLE_TIMING = 2;

export class EventPool {
  readonly #context: DeviceContext;
  readonly #flags: number;
  #free: EventHandle[] = [];
  #generation: number;

  constructor(context: DeviceContext, options: { readonly timing: boolean }) {
    this.#context = context;
    this.#flags = options.timing ? BLOCKING_SYNC : BLOCKING_SYNC | DISABLE_TIMING;
    this.#generation = context.generation;
  }

  /** An event, recorded on a stream. */
  record(stream: RawHandle<"CUstream">): EventHandle {
    const context = this.#context;
    const event = this.#take();
    const status = context.api.cuEventRecord(event, stream);
    if (status !== 0) {
      this.give(event, context.generation);
      throw context.error(status, "cuEventRecord");
    }
    return event;
  }

  /** Records an event again, so that it stands for a new point. */
  recordAgain(event: EventHandle, stream: RawHandle<"CUstream">): void {
    const { api } = this.#context;
    this.#context.check(api.cuEventRecord(event, stream), "cuEventRecord");
  }

  /** Returns an event to the pool; `generation` is the context's generation in which it was made. */
  give(event: EventHandle, generation: number): void {
    if (generation === this.#context.generation && generation === this.#generation) this.#free.push(event);
  }

  #take(): EventHandle {
    const { api, driver, generation } = this.#context;
    if (this.#generation !== generation) {
      this.#free = [];
      this.#generation = generation;
    }
    const free = this.#free.pop();
    if (free !== undefined) return free;
    this.#context.check(api.cuEventCreate(driver.out(0), this.#flags), "cuEventCreate");
    return driver.number(0) as EventHandle;
  }
}
