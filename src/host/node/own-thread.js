// @ts-check
// The thread that this runs in, by Node. Plain JavaScript, because threads run it unbuilt.

import { readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { receiveMessageOnPort, workerData } from "node:worker_threads";

/** What the thread was started with. @type {unknown} */
export const setup = workerData;

/**
 * The next message of a port, without a turn of the event loop; undefined for none.
 * @param {import("../shapes.js").ThreadPort} port
 * @returns {{ readonly message: unknown } | undefined}
 */
export function nextMessage(port) {
  return receiveMessageOnPort(/** @type {import("node:worker_threads").MessagePort} */ (port));
}

/** The number that the system has for this thread; 0 where it tells none. */
export function systemThreadId() {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return 0;
  }
}

/** Ends this thread only, and runs nothing on the way. @returns {never} */
export function endThread() {
  process.exit();
}

/** A package beside this code. @template T @param {string} name @returns {T} */
export function loadPackage(name) {
  return createRequire(import.meta.url)(name);
}
