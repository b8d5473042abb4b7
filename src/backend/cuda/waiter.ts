// Waits for events without blocking the event loop. Most GPU work is short, and a sleeping thread wakes late, so for some
// milliseconds events are polled between event-loop turns. After that, one worker thread sleeps until the oldest event is done, and
// the others are polled once a millisecond.

import { inNextTurn } from "../../host/timers.js";
import type { DeviceContext } from "./device-context.js";
import type { EventHandle } from "./event-pool.js";

const NOT_READY = 600;
const INVALID_CONTEXT = 201;
/** How long events are polled. A sleeping thread wakes half a millisecond late, which is a hundredth of this. */
const POLL_MS = 50;

interface Wait {
  readonly event: EventHandle;
  readonly settle: (failure: Error | undefined) => void;
}

export class Waiter {
  readonly #context: DeviceContext;
  #waits: Wait[] = [];
  #pollUntil = 0;
  #isScheduled = false;
  #isThreadWaiting = false;
  #canUseThread = true;

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  /** Settles when the event is done; rejects with the error that broke the device. */
  wait(event: EventHandle): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (failure: Error | undefined): void => {
        if (failure === undefined) resolve();
        else reject(failure);
      };
      this.#waits.push({ event, settle });
      this.#pollUntil = performance.now() + POLL_MS;
      this.#schedule();
    });
  }

  /** Rejects all waits, because the device was reset. */
  abandon(failure: Error): void {
    const waits = this.#waits;
    this.#waits = [];
    for (const { settle } of waits) settle(failure);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waits.length === 0) return;
    if (performance.now() < this.#pollUntil || this.#context.failure !== undefined) {
      this.#isScheduled = true;
      inNextTurn(this.#poll);
      return;
    }
    if (!this.#isThreadWaiting && this.#canUseThread) void this.#waitOnThread(this.#waits[0] as Wait);
    if (this.#waits.length === 1 && this.#canUseThread) return;
    this.#isScheduled = true;
    setTimeout(this.#poll, 1);
  }

  readonly #poll = (): void => {
    this.#isScheduled = false;
    this.#settleDone();
    this.#schedule();
  };

  #settleDone(): void {
    const context = this.#context;
    if (this.#waits.length === 0) return;
    let failure: Error | undefined = context.failure;
    const pending: Wait[] = [];
    try {
      if (failure === undefined) context.activate();
    } catch (error) {
      failure = error as Error;
    }
    const waits = this.#waits;
    this.#waits = pending;
    for (const wait of waits) {
      const status = failure === undefined ? context.api.cuEventQuery(wait.event) : 0;
      if (status === NOT_READY) pending.push(wait);
      else {
        // cuEventQuery does not flush the output of printf() in kernels; cuEventSynchronize does, even if the event is done.
        if (status === 0 && context.hasPrintf) context.api.cuEventSynchronize(wait.event);
        wait.settle(status === 0 ? failure : context.error(status, "cuEventQuery"));
      }
    }
  }

  async #waitOnThread({ event }: Wait): Promise<void> {
    this.#isThreadWaiting = true;
    try {
      const status = await this.#context.api.cuEventSynchronize.async(event);
      // This driver needs a context on every thread, so events are only polled from now on.
      if (status === INVALID_CONTEXT && this.#context.failure === undefined) this.#canUseThread = false;
    } finally {
      this.#isThreadWaiting = false;
    }
    this.#settleDone();
    this.#pollUntil = performance.now() + POLL_MS;
    this.#schedule();
  }
}
