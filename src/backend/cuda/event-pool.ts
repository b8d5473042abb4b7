// Events of the driver, made once and used again: an event that was recorded anew no longer means its old point, and
// whoever waited for that has long been told.

import type { RawHandle } from "../../native/raw-call.js";
import type { DeviceContext } from "./device-context.js";

/** A driver event. */
export type EventHandle = RawHandle<"CUevent">;

/** A stream, as far as events need it. */
export interface StreamHandle {
  readonly handle: RawHandle<"CUstream">;
}

/** A thread that waits sleeps instead of spinning. */
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

  /** Records an event anew: it no longer means its old point. */
  recordAgain(event: EventHandle, stream: RawHandle<"CUstream">): void {
    const { api } = this.#context;
    this.#context.check(api.cuEventRecord(event, stream), "cuEventRecord");
  }

  /** Takes back an event that was made in a generation of the context. */
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
