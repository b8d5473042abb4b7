// @ts-check
// What kernels launch while they run in one thread: checked as CUDA's device runtime does, and kept until the main thread
// takes it. Plain JavaScript, because workers run it unbuilt.

import { bufferTo } from "./grown-memory.js";

/**
 * A launch that a kernel has asked for.
 * @typedef {object} DeviceLaunch
 * @property {number} kernel its place among the kernels of the module, plus 1
 * @property {[number, number, number]} grid
 * @property {[number, number, number]} block
 * @property {number} sharedBytes
 * @property {Uint8Array} parameters
 * @property {boolean} isTail whether it waits for all other launches of the grid
 */

/** CUDA's numbers for what is wrong with a launch. */
const INVALID_VALUE = 1;
const INVALID_CONFIGURATION = 9;

const MAX_GRID = /** @type {const} */ ([2 ** 31 - 1, 65_535, 65_535]);
const MAX_BLOCK = /** @type {const} */ ([1024, 1024, 64]);
const MAX_THREADS = 1024;

export class DeviceLaunches {
  /** @type {DeviceLaunch[]} */
  #launches = [];
  /** The last error of each thread that has one. @type {Map<string, number>} */
  #errors = new Map();

  /**
   * Keeps a launch: the arguments are those of `__cuts_launch` (include/cuts/cuda/detail/device_runtime.h). Returns a
   * cudaError_t.
   * @param {WebAssembly.Memory} memory
   * @param {number[]} args
   */
  add(memory, args) {
    const [kernel, from, byteLength, gx, gy, gz, bx, by, bz, sharedBytes, isTail, block, thread] =
      /** @type {[number, number, number, number, number, number, number, number, number, number, number, number, number]} */ (
        args.map((value) => (value < 0 ? value >>> 0 : value))
      );
    const grid = /** @type {[number, number, number]} */ ([gx, gy, gz]);
    const size = /** @type {[number, number, number]} */ ([bx, by, bz]);
    const fits = (/** @type {readonly number[]} */ n, /** @type {readonly number[]} */ most) =>
      n.every((value, i) => value >= 1 && value <= /** @type {number} */ (most[i]));
    let status = 0;
    if (kernel === 0) status = INVALID_VALUE;
    else if (!fits(grid, MAX_GRID) || !fits(size, MAX_BLOCK) || bx * by * bz > MAX_THREADS)
      status = INVALID_CONFIGURATION;
    if (status !== 0) {
      this.#errors.set(`${block} ${thread}`, status);
      return status;
    }
    const parameters = new Uint8Array(bufferTo(memory, from + byteLength), from, byteLength).slice();
    this.#launches.push({ kernel, grid, block: size, sharedBytes, parameters, isTail: isTail !== 0 });
    return 0;
  }

  /** The last error of a thread. @param {boolean} forget @param {number} block @param {number} thread */
  error(forget, block, thread) {
    const key = `${block >>> 0} ${thread >>> 0}`;
    const status = this.#errors.get(key) ?? 0;
    if (forget) this.#errors.delete(key);
    return status;
  }

  /** The launches so far, which are the caller's now. */
  take() {
    if (this.#launches.length === 0) return this.#launches;
    const taken = this.#launches;
    this.#launches = [];
    return taken;
  }

  /** Forgets everything: another grid begins. */
  clear() {
    this.#launches = [];
    this.#errors.clear();
  }
}
