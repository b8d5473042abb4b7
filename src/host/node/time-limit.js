// @ts-check
// Stops a kernel within its thread. V8 can be told by another thread to leave what it runs, WebAssembly included, and Node
// does that for scripts with a time limit. It starts a thread for each run, some 50 microseconds, so it is for kernels that
// have run into a limit before; ending a worker and starting another one takes a thousand times as long. Plain
// JavaScript, because workers run it unbuilt.

import { Script } from "node:vm";

/** Thrown where a kernel was stopped because its time was over. */
export class TimeIsOver extends Error {}

/** Where the script finds what it must run. */
const KEY = "__cutsRun";

/** Makes a function that runs another one, and throws TimeIsOver when that takes too long. */
export function timeLimit() {
  /** @type {Script | undefined} */
  let script;
  /** @type {Record<string, unknown>} */
  const global = globalThis;
  return (/** @type {number} */ limitMs, /** @type {() => number} */ run) => {
    if (limitMs <= 0) throw new TimeIsOver();
    script ??= new Script(`${KEY}()`);
    global[KEY] = run;
    try {
      return /** @type {number} */ (script.runInThisContext({ timeout: Math.ceil(limitMs) }));
    } catch (error) {
      const isOver = /** @type {NodeJS.ErrnoException} */ (error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
      throw isOver ? new TimeIsOver() : error;
    }
  };
}
