// @ts-check
// Runs the blocks of a launch in one thread: takes the next chunk nobody has taken until none is left. Plain
// JavaScript, because workers run it unbuilt.

import { CONTROL, FINISHED_WORD, WAITS_FOR_GRID } from "./control.js";

/**
 * @param {(...args: number[]) => number} kernel the entry point
 * @param {Int32Array} control
 * @param {number} worker index of this thread
 * @param {WebAssembly.Memory} memory
 */
export function runBlocks(kernel, control, worker, memory) {
  const word = (/** @type {number} */ index) => /** @type {number} */ (control[index]) >>> 0;
  const total = word(CONTROL.totalBlocks);
  const chunk = word(CONTROL.chunk);
  const launch = word(CONTROL.launch);
  const phase = word(CONTROL.phase);
  const shared = word(CONTROL.scratch + 2 * worker);
  const context = word(CONTROL.scratch + 2 * worker + 1);
  while (Atomics.load(control, CONTROL.abort) === 0) {
    const begin = Atomics.add(control, CONTROL.nextBlock, chunk);
    if (begin >= total) return;
    const end = Math.min(total, begin + chunk);
    const status = phase === 0 ? kernel(launch, begin, end, shared, context, 0) : runCooperative(begin, end);
    if (status !== 0) {
      Atomics.compareExchange(control, CONTROL.status, 0, status);
      Atomics.store(control, CONTROL.abort, 1);
    }
  }

  // Each block of a cooperative launch has memory of its own, because it comes back to it.
  /** @param {number} begin @param {number} end */
  function runCooperative(begin, end) {
    const words = new Int32Array(memory.buffer);
    for (let block = begin; block < end; block++) {
      const base = word(CONTROL.blockBase) + block * word(CONTROL.blockStride);
      const own = base + word(CONTROL.sharedBytes);
      if (phase === 1) words.fill(0, own >>> 2, (own >>> 2) + 16);
      else if (words[(own >>> 2) + FINISHED_WORD] === 1) continue;
      const status = kernel(launch, block, block + 1, base, own, phase === 1 ? 0 : 2);
      if (status === WAITS_FOR_GRID) Atomics.add(control, CONTROL.waiting, 1);
      else if (status === 0) words[(own >>> 2) + FINISHED_WORD] = 1;
      else return status;
    }
    return 0;
  }
}
