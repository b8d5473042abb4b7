// Native calls on koffi's worker threads, as promises. koffi allows at most 256 pending calls, including calls from foreign
// threads, so CuTS keeps at most half of that in flight and queues the others.

import type { KoffiFunction } from "./koffi.js";
import { processState } from "../core/process-state.js";

/** The most asynchronous calls that koffi has at a time. */
export const MAX_CALLS_IN_FLIGHT = 128;

/** The result of an asynchronous call, and the arguments it was made with. */
export interface AsyncOutcome {
  readonly value: unknown;
  readonly converted: readonly unknown[];
}

/**
 * Makes a call on another thread; `start` is koffi's asynchronous form of the function.
 * @param prepare gives the arguments when the call's turn has come. It must not wait for other calls, which may wait for
 * this one's turn to end.
 * @param done runs directly after the call, while errno is still that of the other thread.
 */
export async function runAsync(
  start: KoffiFunction["async"],
  prepare: () => readonly unknown[] | Promise<readonly unknown[]>,
  done: () => void,
): Promise<AsyncOutcome> {
  if (state.inFlight >= MAX_CALLS_IN_FLIGHT)
    await new Promise<void>((resolve) => state.waiting.push(resolve));
  else state.inFlight++;
  try {
    const prepared = prepare();
    // Arguments that are ready are used at once, because the caller's next line may transfer them.
    const converted = prepared instanceof Promise ? await prepared : prepared;
    const value = await new Promise<unknown>((resolve, reject) => {
      start(...converted, (error: unknown, result: unknown) => {
        done();
        if (error === null) resolve(result);
        else reject(error);
      });
    });
    return { value, converted };
  } finally {
    // The slot is passed directly to the next call.
    const next = state.waiting.shift();
    if (next === undefined) state.inFlight--;
    else next();
  }
}

const state = processState(() => ({ inFlight: 0, waiting: [] as (() => void)[] }));
