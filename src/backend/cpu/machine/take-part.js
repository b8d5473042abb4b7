// @ts-check
// A worker's part in the jobs. It joins the current job of its lane and takes blocks until none is left or another lane needs it more.
// The worker that finishes the last block ends the job, so a slow worker delays nobody. Plain JavaScript, because workers run it
// unbuilt.

import { ASCENDING, blockOrder, warpOrder } from "./block-order.js";
import { clockMs } from "../../../host/clock.js";
import {
  CONSTANTS_OVERWRITTEN,
  CONTROL,
  FINISHED_WORD,
  LANE,
  LANES,
  laneAt,
  MAY_LEAVE,
  NULL_WRITE,
  NULL_WRITE_NEARBY,
  placeOf,
  SLOT,
  slotAt,
  SPINS,
  THREW,
  WAITS_FOR_GRID,
  WORKER,
  workerAt,
} from "./control.js";
import { bufferTo } from "./grown-memory.js";
import { wakeWaiting } from "./wake-main.js";

/**
 * What a worker brings.
 * @typedef {object} Part
 * @property {Int32Array} control
 * @property {WebAssembly.Memory} memory
 * @property {number} index of the worker
 * @property {number} workers how many there are, without spares
 * @property {number} threads how many there can be, with spares
 * @property {(lane: number, job: number) => void} begin is told which job blocks are run of from now on
 * @property {(module: number, kernel: number) => (...args: number[]) => number} kernelOf
 * @property {(limitMs: number, run: () => number) => number} runLimited runs blocks and throws when it has taken so long
 * @property {(error: unknown, call: import("./kernel-fault.js").KernelCall) => void} failed posts what a call has thrown
 * @property {() => number} nullWrites how often it was found that somebody has written through a null pointer; looks
 * @property {(module: number) => boolean} areIntact says whether the constants of a module are what they were
 * @property {() => void} flush posts what kernels have printed
 * @property {() => void} tell posts that a job has ended
 * @property {() => void} stopped is called when the worker must end; it does not return
 */

/**
 * How long the blocks that are taken at once should run, in milliseconds: a lane that gets work waits about so long for a
 * worker of another one.
 */
const PIECE_MS = 2;
/** How many times more blocks are taken at once than the last time, as long as that is not known to take too long. */
const RAMP = 8;
/** Kernels whose speed is remembered. */
const MAX_SPEEDS = 4096;

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
  threads,
  begin: beginJob,
  kernelOf,
  runLimited,
  failed,
  nullWrites,
  areIntact,
  flush,
  tell,
  stopped,
}) {
  const times = new Float64Array(control.buffer);
  const own = workerAt(index) + WORKER.place;
  const isSpare = index >= workers;
  const word = (/** @type {number} */ at) => /** @type {number} */ (control[at]) >>> 0;
  /** How long a block of a kernel takes in milliseconds, by what was seen last. @type {Map<number, number>} */
  const speeds = new Map();
  let taken = 0;
  let lastLane = 0;

  return () => {
    const lane = chooseLane();
    if (lane < 0) return false;
    const job = Atomics.load(control, laneAt(lane) + LANE.completed);
    const place = placeOf(lane, job);
    if (Atomics.compareExchange(control, own, 0, place) !== 0) stopped();
    // Only now is it certain that the slot stays this job's: the main thread writes no slot that somebody is at.
    const isTurn =
      Atomics.load(control, laneAt(lane) + LANE.halted) === 0 &&
      Atomics.load(control, laneAt(lane) + LANE.completed) === job &&
      Atomics.load(control, laneAt(lane) + LANE.issued) !== job;
    const isBusy = isTurn && runJob(lane, job);
    // Whoever is told to stop does so here at the latest: it takes no blocks of others with it.
    if (Atomics.compareExchange(control, own, place, 0) !== place) stopped();
    return isBusy;
  };

  /** The lane with the fewest workers of those with blocks to take; -1 when there is none. */
  function chooseLane() {
    const active = Atomics.load(control, CONTROL.active);
    if (active === 0) return -1;
    if (!isSpare && (active & (active - 1)) === 0) {
      lastLane = 31 - Math.clz32(active);
      return hasBlocks(lastLane) ? lastLane : -1;
    }
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let i = 1; i <= LANES; i++) {
      const lane = (lastLane + i) % LANES;
      if ((active & (1 << lane)) === 0 || !hasBlocks(lane)) continue;
      const count = workersAt(lane);
      // A spare worker is there for what nobody else does.
      if (count >= fewest || (isSpare && count > 0)) continue;
      best = lane;
      fewest = count;
    }
    if (best >= 0) lastLane = best;
    return best;
  }

  // Without having joined, so only for now.
  /** @param {number} lane */
  function hasBlocks(lane) {
    const at = laneAt(lane);
    const job = Atomics.load(control, at + LANE.completed);
    if (job === Atomics.load(control, at + LANE.issued) || Atomics.load(control, at + LANE.halted) !== 0)
      return false;
    const slot = slotAt(lane, job);
    return Atomics.load(control, slot + SLOT.nextBlock) < word(slot + SLOT.totalBlocks);
  }

  /** @param {number} lane */
  function workersAt(lane) {
    const place = placeOf(lane, Atomics.load(control, laneAt(lane) + LANE.completed));
    let count = 0;
    for (let i = 0; i < threads; i++) {
      if (Atomics.load(control, workerAt(i) + WORKER.place) === place) count++;
    }
    return count;
  }

  /** @param {number} lane @param {number} job */
  function runJob(lane, job) {
    const slot = slotAt(lane, job);
    const total = word(slot + SLOT.totalBlocks);
    const isOrdered = word(slot + SLOT.order) !== 0;
    const smallest = isOrdered ? total : word(slot + SLOT.chunk);
    const name = word(slot + SLOT.module) * 65_536 + word(slot + SLOT.kernel);
    const known = speeds.get(name);
    let limit = isOrdered ? total : known === undefined ? 1 : PIECE_MS / known;
    let isBusy = false;
    let before = 0;
    let blockMs = 0;
    for (
      let begin = claim(slot, total, smallest, limit);
      begin < total;
      begin = claim(slot, total, smallest, limit)
    ) {
      const count = taken;
      const isFirst = !isBusy;
      if (begin === 0 && times[(slot + SLOT.beganMs) >> 1] === 0) {
        times[(slot + SLOT.beganMs) >> 1] = clockMs();
        control[slot + SLOT.nullWrites] = Atomics.load(control, CONTROL.nullWrites);
      }
      if (isFirst) {
        beginJob(lane, job);
        before = performance.now();
        isBusy = true;
      }
      const status = runBlocks(slot, begin, begin + count);
      flush();
      let done = count;
      if (status !== 0) {
        Atomics.compareExchange(control, slot + SLOT.status, 0, status);
        // What nobody has begun counts as done.
        done += Math.max(0, total - Atomics.exchange(control, slot + SLOT.nextBlock, total));
      }
      if (Atomics.add(control, slot + SLOT.doneBlocks, done) + done === total) endPhase(lane, slot, job);
      // The first piece is the largest: what is so short that all blocks may be taken at once is measured no more.
      if (isFirst || limit < total) {
        const now = performance.now();
        blockMs = (now - before) / count;
        // A first block takes longer, and a kernel that is new may be slower in its later blocks.
        limit = Math.min(RAMP * Math.max(1, limit), PIECE_MS / blockMs);
        before = now;
      }
      if (isSpare || isWantedElsewhere(lane)) break;
    }
    if (isBusy) note(name, blockMs);
    return isBusy;
  }

  /** @param {number} name @param {number} blockMs */
  function note(name, blockMs) {
    if (speeds.size >= MAX_SPEEDS) speeds.clear();
    speeds.set(name, blockMs);
  }

  /** @param {number} lane */
  function isWantedElsewhere(lane) {
    const others = Atomics.load(control, CONTROL.active) & ~(1 << lane);
    if (others === 0) return false;
    for (let other = 0; other < LANES; other++) {
      if ((others & (1 << other)) !== 0 && hasBlocks(other)) return true;
    }
    return false;
  }

  // Large pieces first, small ones at the end, so that all workers finish together; none that runs for long.
  /** @param {number} slot @param {number} total @param {number} smallest @param {number} limit */
  function claim(slot, total, smallest, limit) {
    for (;;) {
      const begin = Atomics.load(control, slot + SLOT.nextBlock);
      if (begin >= total) return total;
      const left = total - begin;
      const fair = Math.max(smallest, Math.floor(left / (2 * workers)));
      const size = Math.min(left, Math.max(1, Math.floor(Math.min(fair, limit))));
      if (Atomics.compareExchange(control, slot + SLOT.nextBlock, begin, begin + size) === begin) {
        taken = size;
        return begin;
      }
    }
  }

  /** @param {number} slot @param {number} begin @param {number} end */
  function runBlocks(slot, begin, end) {
    /** @type {import("./kernel-fault.js").KernelCall} */
    const call = { begin, end, context: 0 };
    const limitMs = word(slot + SLOT.limitMs);
    try {
      if (limitMs === 0) return runFreely(slot, call);
      // Who has taken the first block may be about to write it.
      const beganMs = times[(slot + SLOT.beganMs) >> 1] || clockMs();
      const leftMs = limitMs - (clockMs() - beganMs);
      return runLimited(leftMs, () => runFreely(slot, call));
    } catch (error) {
      failed(error, call);
      return THREW;
    }
  }

  /** @param {number} slot @param {import("./kernel-fault.js").KernelCall} call */
  function runFreely(slot, call) {
    const { begin, end } = call;
    const kernel = kernelOf(word(slot + SLOT.module), word(slot + SLOT.kernel));
    const launch = word(slot + SLOT.launch);
    // Read after the blocks were claimed: until they are done the phase does not change.
    const phase = word(slot + SLOT.phase);
    if (phase !== 0) return runCooperative(kernel, slot, phase, call);
    const shared = word(slot + SLOT.base) + index * word(slot + SLOT.stride);
    call.context = shared + word(slot + SLOT.sharedBytes);
    const order = word(slot + SLOT.order);
    if (order === 0) return kernel(launch, begin, end, shared, call.context, 0);
    const blockAt = blockOrder(word(slot + SLOT.totalBlocks), order);
    for (let i = begin; i < end; i++) {
      call.begin = blockAt(i);
      call.end = call.begin + 1;
      const warps = warpOrder(order, call.begin);
      const status = kernel(launch, call.begin, call.end, shared, call.context, warps);
      if (status !== 0) return status;
    }
    return 0;
  }

  // Each block of a cooperative launch has memory of its own, because it comes back to it.
  /**
   * @param {(...args: number[]) => number} kernel
   * @param {number} slot
   * @param {number} phase
   * @param {import("./kernel-fault.js").KernelCall} call what runs, kept up to date
   */
  function runCooperative(kernel, slot, phase, call) {
    const memoryEnd = word(slot + SLOT.base) + word(slot + SLOT.totalBlocks) * word(slot + SLOT.stride);
    const words = new Int32Array(bufferTo(memory, memoryEnd >>> 0));
    const { begin, end } = call;
    const order = word(slot + SLOT.order) || ASCENDING;
    const blockAt = blockOrder(word(slot + SLOT.totalBlocks), order);
    for (let i = begin; i < end; i++) {
      const block = blockAt(i);
      const base = word(slot + SLOT.base) + block * word(slot + SLOT.stride);
      const own = base + word(slot + SLOT.sharedBytes);
      call.begin = block;
      call.end = block + 1;
      call.context = own;
      if (phase === 1) words.fill(0, own >>> 2, (own >>> 2) + 16);
      else if (words[(own >>> 2) + FINISHED_WORD] === 1) continue;
      const entry = (phase === 1 ? 0 : phase) + MAY_LEAVE + warpOrder(order, block);
      const status = kernel(word(slot + SLOT.launch), block, block + 1, base, own, entry);
      if (status === WAITS_FOR_GRID) Atomics.add(control, slot + SLOT.waiting, 1);
      else if (status === SPINS) Atomics.add(control, slot + SLOT.spinning, 1);
      else if (status === 0) words[(own >>> 2) + FINISHED_WORD] = 1;
      else return status;
    }
    return 0;
  }

  /** @param {number} lane @param {number} slot @param {number} job */
  function endPhase(lane, slot, job) {
    const at = laneAt(lane);
    let status = Atomics.load(control, slot + SLOT.status);
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
    if (word(slot + SLOT.isGuarded) === 1) {
      const found = inspect(lane, slot);
      if (status === 0 && found !== 0) Atomics.store(control, slot + SLOT.status, (status = found));
    }
    if (status !== 0) Atomics.store(control, at + LANE.halted, 1);
    const completed = (job + 1) | 0;
    Atomics.store(control, at + LANE.completed, completed);
    if (status === 0 && completed !== Atomics.load(control, at + LANE.issued)) wakeWorkers();
    wakeMain(at, completed, status !== 0);
  }

  // What a job has written where it must not. Nobody can tell which of the jobs that run at the same time has done it.
  /** @param {number} lane @param {number} slot */
  function inspect(lane, slot) {
    const found = (nullWrites() - word(slot + SLOT.nullWrites)) | 0;
    if (found === 0) return areIntact(word(slot + SLOT.module)) ? 0 : CONSTANTS_OVERWRITTEN;
    const isAlone = (Atomics.load(control, CONTROL.active) & ~(1 << lane)) === 0;
    return found === 1 && isAlone ? NULL_WRITE : NULL_WRITE_NEARBY;
  }

  function wakeWorkers() {
    Atomics.add(control, CONTROL.signal, 1);
    if (Atomics.load(control, CONTROL.sleepers) > 0) Atomics.notify(control, CONTROL.signal);
  }

  /** @param {number} at @param {number} completed @param {boolean} hasFailed */
  function wakeMain(at, completed, hasFailed) {
    if (!hasFailed && ((completed - Atomics.load(control, at + LANE.wanted)) | 0) < 0) return;
    wakeWaiting(control);
    if (Atomics.exchange(control, CONTROL.told, 1) === 0) tell();
  }
}
