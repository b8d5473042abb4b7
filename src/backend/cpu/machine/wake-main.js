// @ts-check
// How a thread wakes the main thread that waits for the end of work (worker-threads.ts). Plain JavaScript, so that it runs unbuilt.

import { ASLEEP, CONTROL } from "./control.js";

/** Tells a main thread that waits that there is news, which is written before. @param {Int32Array} control */
export function wakeWaiting(control) {
  const isAwaited = Atomics.load(control, CONTROL.isAwaited);
  if (isAwaited !== 0) Atomics.add(control, CONTROL.awake, 1);
  if (isAwaited === ASLEEP) Atomics.notify(control, CONTROL.awake);
}
