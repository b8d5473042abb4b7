// Native calls on koffi's worker threads, as promises. koffi refuses more than 256 calls at once, and calls from foreign
// threads count too, so CuTS keeps half of that in flight and lets the others wait their turn.

import type { KoffiFunction } from "./koffi.js";

/** How many asynchronous calls run or wait inside koffi at most. */
export const MAX_CALLS_IN_FLIGHT = 128;

/** What came of an asynchronous call, and the arguments it was made with. */
export interface AsyncOutcome {
  readonly value: unknown;
  readonly converted: readonly unknown[];
}

/**
 * Makes a call on another thread; `start` is koffi's asynchronous form of the function.
 * @param prepare checks and converts the arguments. It runs at once, so that a wrong argument is known at once, and again
 * when the call had to wait: an array may have been transferred meanwhile.
 * @param done runs directly after the call, while errno is still that of the other thread.
 */
export async function runAsync(
  start: KoffiFunction["async"],
  prepare: () => readonly unknown[],
  done: () => void,
): Promise<AsyncOutcome> {
  let converted = prepare();
  let waited = false;
  if (inFlight >= MAX_CALLS_IN_FLIGHT) {
    await new Promise<void>((resolve) => waiting.push(resolve));
    waited = true;
  } else {
    inFlight++;
  }
  try {
    if (waited) converted = prepare();
    const value = await new Promise<unknown>((resolve, reject) => {
      start(...converted, (error: unknown, result: unknown) => {
        done();
        if (error === null) resolve(result);
        else reject(error);
      });
    });
    return { value, converted };
  } finally {
    // The place goes to the next call without becoming free in between.
    const next = waiting.shift();
    if (next === undefined) inFlight--;
    else next();
  }
}

let inFlight = 0;
const waiting: (() => void)[] = [];
