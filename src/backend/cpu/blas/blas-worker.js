// @ts-check
// The thread that calls the BLAS of the cpu device. It computes one product after the other and sleeps when there is none. It reads
// messages synchronously, because its event loop never runs. Plain JavaScript, so that it runs unbuilt.

import { bindCblas } from "../../../native/cblas.js";
import { clockMs } from "../../../host/clock.js";
import { loadPackage, nextMessage, setup } from "../../../host/own-thread.js";
import { wakeWaiting } from "../machine/wake-main.js";
import { WORD } from "./blas-words.js";

/**
 * @typedef {object} BlasSetup
 * @property {import("../../../native/cblas.js").BlasLibrary} library
 * @property {number} threads
 * @property {Int32Array} words
 * @property {Int32Array} control
 * @property {import("../../../host/shapes.js").ThreadPort} port
 */

/** @typedef {import("../../../native/cblas.js").BlasProduct} BlasProduct */
/** @typedef {{ readonly number: number, readonly products: readonly BlasProduct[] }} BlasJob */
/** @typedef {{ readonly number: number, readonly endedMs: number, readonly error?: unknown }} BlasOutcome */

/** How often to look for the next product before sleeping, some 30 microseconds: waking up takes longer than that. */
const SPINS = 4000;

const { library, threads, words, control, port } = /** @type {BlasSetup} */ (setup);
/** @type {import("../../../native/cblas.js").Cblas | undefined} */
let blas;

for (;;) {
  const given = Atomics.load(words, WORD.given);
  const next = nextMessage(port);
  if (next === undefined) sleep(given);
  else run(/** @type {BlasJob} */ (next.message));
}

/** @param {BlasJob} job */
function run({ number, products }) {
  /** @type {BlasOutcome} */
  let outcome;
  try {
    multiply(products);
    outcome = { number, endedMs: clockMs() };
  } catch (error) {
    outcome = { number, endedMs: clockMs(), error };
  }
  port.postMessage(outcome);
  Atomics.add(words, WORD.ended, 1);
  wakeWaiting(control);
}

/** @param {readonly BlasProduct[]} products */
function multiply(products) {
  blas ??= bindCblas(loadPackage("koffi"), library);
  const restore = blas.limitThreads(threads);
  try {
    for (const product of products) blas.multiply(product);
  } finally {
    restore();
  }
}

/** @param {number} given */
function sleep(given) {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(words, WORD.given) !== given) return;
  Atomics.wait(words, WORD.given, given);
}
