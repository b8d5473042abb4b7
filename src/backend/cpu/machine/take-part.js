// @ts-check
// A worker's part in the jobs: it joins the job whose turn it is, takes blocks until none is left, and whoever finishes
// the last block ends the job. A worker that comes late holds up nobody. Plain JavaScript, because workers run it unbuilt.

import { clockMs } from "./clock.js";
import { CONTROL, FINISHED_WORD, MAY_LEAVE, SLOT, SLOTS, SPINS, THREW, WAITS_FOR_GRID } from "./control.js";

/**
 * What a worker brings.
 * @typedef {object} Part
 * @property {Int32Array} control
 * @property {WebAssembly.Memory} memory
 * @property {number} index of the worker
 * @property {number} workers how many there are
 * @property {(job: number) => void} begin is told which job blocks are run of from now on
 * @property {(module: number, kernel: number) => (...args: number[]) => number} kernelOf
 * @property {(error: unknown) => void} failed posts what a block has thrown
 * @property {() => void} flush posts what kernels have printed
 * @property {() => void} tell posts that a job has ended
 */

/**
 * Makes the function that does what there is to do now; it returns false when that was nothing.
 * @param {Part} part
 * @returns {() => boolean}
 */
export function takePart({
  control,
  memory,
  index,
  workers,
  begin: beginJob,
  kernelOf,
  failed,
  flush,
  tell,
}) {
  const times = new Float64Array(control.buffer);
  const word = (/** @type {number} */ at) => /** @type {number} */ (control[at]) >>> 0;
  let taken = 0;

  return () => {
    const job = Atomics.load(control, CONTROL.completed);
    if (job === Atomics.load(control, CONTROL.issued)) return false;
    const slot = CONTROL.slots + (job & (SLOTS - 1)) * CONTROL.slotWords;
    Atomics.add(control, slot + SLOT.joined, 1);
    // Only now is it certain that the slot stays this job's: the main thread writes a slot that nobody has joined.
    const isTurn =
      Atomics.load(control, CONTROL.halted) === 0 && Atomics.load(control, CONTROL.completed) === job;
    const isBusy = isTurn && runJob(slot, job);
    Atomics.sub(control, slot + SLOT.joined, 1);
    return isBusy;
  };

  /** @param {number} slot @param {number} job */
  function runJob(slot, job) {
    const total = word(slot + SLOT.totalBlocks);
    const smallest = word(slot + SLOT.chunk);
    let isBusy = false;
    beginJob(job);
    for (let begin = claim(slot, total, smallest); begin < total; begin = claim(slot, total, smallest)) {
      const count = taken;
      if (begin === 0 && times[(slot + SLOT.beganMs) >> 1] === 0)
        times[(slot + SLOT.beganMs) >> 1] = clockMs();
      isBusy = true;
      const status = runBlocks(slot, begin, begin + count);
      flush();
      let done = count;
      if (status !== 0) {
        Atomics.compareExchange(control, slot + SLOT.status, 0, status);
        // What nobody has begun counts as done.
        done += Math.max(0, total - Atomics.exchange(control, slot + SLOT.nextBlock, total));
      }
      if (Atomics.add(control, slot + SLOT.doneBlocks, done) + done === total) endPhase(slot, job);
    }
    return isBusy;
  }

  // Large pieces first, small ones at the end, so that all workers finish together.
  /** @param {number} slot @param {number} total @param {number} smallest */
  function claim(slot, total, smallest) {
    for (;;) {
      const begin = Atomics.load(control, slot + SLOT.nextBlock);
      if (begin >= total) return total;
      const left = total - begin;
      const size = Math.min(left, Math.max(smallest, Math.floor(left / (2 * workers))));
      if (Atomics.compareExchange(control, slot + SLOT.nextBlock, begin, begin + size) === begin) {
        taken = size;
        return begin;
      }
    }
  }

  /** @param {number} slot @param {number} begin @param {number} end */
  function runBlocks(slot, begin, end) {
    try {
      const kernel = kernelOf(word(slot + SLOT.module), word(slot + SLOT.kernel));
      const launch = word(slot + SLOT.launch);
      // Read after the blocks were claimed: until they are done the phase does not change.
      const phase = word(slot + SLOT.phase);
      if (phase !== 0) return runCooperative(kernel, slot, phase, begin, end);
      const shared = word(CONTROL.scratch + index);
      return kernel(launch, begin, end, shared, shared + word(slot + SLOT.sharedBytes), 0);
    } catch (error) {
      failed(error);
      return THREW;
    }
  }

  // Each block of a cooperative launch has memory of its own, because it comes back to it.
  /**
   * @param {(...args: number[]) => number} kernel
   * @param {number} slot
   * @param {number} phase
   * @param {number} begin
   * @param {number} end
   */
  function runCooperative(kernel, slot, phase, begin, end) {
    const words = new Int32Array(memory.buffer);
    for (let block = begin; block < end; block++) {
      const base = word(slot + SLOT.blockBase) + block * word(slot + SLOT.blockStride);
      const own = base + word(slot + SLOT.sharedBytes);
      if (phase === 1) words.fill(0, own >>> 2, (own >>> 2) + 16);
      else if (words[(own >>> 2) + FINISHED_WORD] === 1) continue;
      const entry = (phase === 1 ? 0 : phase) + MAY_LEAVE;
      const status = kernel(word(slot + SLOT.launch), block, block + 1, base, own, entry);
      if (status === WAITS_FOR_GRID) Atomics.add(control, slot + SLOT.waiting, 1);
      else if (status === SPINS) Atomics.add(control, slot + SLOT.spinning, 1);
      else if (status === 0) words[(own >>> 2) + FINISHED_WORD] = 1;
      else return status;
    }
    return 0;
  }

  /** @param {number} slot @param {number} job */
  function endPhase(slot, job) {
    const status = Atomics.load(control, slot + SLOT.status);
    const spinning = Atomics.load(control, slot + SLOT.spinning);
    if (status === 0 && spinning + Atomics.load(control, slot + SLOT.waiting) > 0) {
      control[slot + SLOT.waiting] = 0;
      control[slot + SLOT.spinning] = 0;
      control[slot + SLOT.doneBlocks] = 0;
      control[slot + SLOT.phase] = spinning > 0 ? 3 : 2;
      // Last: from here on blocks of the next phase are taken.
      Atomics.store(control, slot + SLOT.nextBlock, 0);
      wakeWorkers();
      return;
    }
    times[(slot + SLOT.endedMs) >> 1] = clockMs();
    if (status !== 0) Atomics.store(control, CONTROL.halted, 1);
    const completed = (job + 1) | 0;
    Atomics.store(control, CONTROL.completed, completed);
    if (status === 0 && completed !== Atomics.load(control, CONTROL.issued)) wakeWorkers();
    wakeMain(completed, status !== 0);
  }

  function wakeWorkers() {
    Atomics.add(control, CONTROL.signal, 1);
    if (Atomics.load(control, CONTROL.sleepers) > 0) Atomics.notify(control, CONTROL.signal);
  }

  /** @param {number} completed @param {boolean} hasFailed */
  function wakeMain(completed, hasFailed) {
    const reaches = (/** @type {number} */ at) =>
      hasFailed || ((completed - Atomics.load(control, at)) | 0) >= 0;
    if (Atomics.load(control, CONTROL.isAwaited) === 1 && reaches(CONTROL.awaited)) {
      Atomics.add(control, CONTROL.awake, 1);
      Atomics.notify(control, CONTROL.awake);
    }
    if (reaches(CONTROL.wanted) && Atomics.exchange(control, CONTROL.told, 1) === 0) tell();
  }
}
