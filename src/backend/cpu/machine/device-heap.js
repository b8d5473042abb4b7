// @ts-check
// malloc and free of device code: blocks of power-of-two sizes from a region of the device memory, with one list of
// free blocks a size. The list heads and the lock are words of their own, outside the memory that kernels can write; the
// links lie in the free blocks themselves.
// Plain JavaScript, because workers run it unbuilt.

import { bufferTo } from "./grown-memory.js";

/** How many words a heap has: lock, next unused address, start and end of the region, then a list head a size. */
export const HEAP_WORDS = 48;
const LOCK = 0;
const NEXT = 1;
const START = 2;
const END = 3;
const LISTS = 4;
const SMALLEST_POWER = 4;
const LARGEST_POWER = 30;
/** Before each block, its power of two; 16 bytes keep blocks aligned. */
const HEADER_BYTES = 16;

/**
 * The heap for one thread. What is done under the lock has no calls of functions and no loops: only there does a thread
 * that is being ended stop, so it never stops with the lock.
 * @param {Int32Array} heapWords
 * @param {WebAssembly.Memory} memory
 * @param {number} holder a number of the thread, other than 0
 */
export function deviceHeap(heapWords, memory, holder) {
  /** @type {Int32Array} */
  let words = new Int32Array(0);
  // The region is there before the first call and does not move.
  const look = () => {
    const end = /** @type {number} */ (heapWords[END]) >>> 0;
    if (words.byteLength < end) words = new Int32Array(bufferTo(memory, end));
  };
  const lock = () => {
    while (Atomics.compareExchange(heapWords, LOCK, 0, holder) !== 0);
  };
  return {
    /** @param {number} bytes */
    malloc(bytes) {
      const power = Math.max(SMALLEST_POWER, Math.ceil(Math.log2(Math.max(1, bytes >>> 0))));
      if (power > LARGEST_POWER) return 0;
      const byteLength = HEADER_BYTES + 2 ** power;
      look();
      lock();
      let address = /** @type {number} */ (heapWords[LISTS + power]);
      if (address !== 0) {
        heapWords[LISTS + power] = /** @type {number} */ (words[address >>> 2]);
      } else {
        const start = /** @type {number} */ (heapWords[NEXT]) >>> 0;
        if (start + byteLength <= /** @type {number} */ (heapWords[END]) >>> 0) {
          words[start >>> 2] = power;
          heapWords[NEXT] = start + byteLength;
          address = start + HEADER_BYTES;
        }
      }
      Atomics.store(heapWords, LOCK, 0);
      return address;
    },
    /** @param {number} address */
    free(address) {
      const at = address >>> 0;
      look();
      const isInside =
        at >= /** @type {number} */ (heapWords[START]) >>> 0 &&
        at < /** @type {number} */ (heapWords[END]) >>> 0;
      const power = isInside ? /** @type {number} */ (words[(at - HEADER_BYTES) >>> 2]) : 0;
      // Null, or nothing that malloc has given.
      if (power < SMALLEST_POWER || power > LARGEST_POWER) return;
      lock();
      words[at >>> 2] = /** @type {number} */ (heapWords[LISTS + power]);
      heapWords[LISTS + power] = at;
      Atomics.store(heapWords, LOCK, 0);
    },
  };
}

/** Gives the heap its region. @param {Int32Array} heapWords @param {number} start @param {number} byteLength */
export function openHeap(heapWords, start, byteLength) {
  heapWords.fill(0);
  heapWords[NEXT] = start;
  heapWords[START] = start + HEADER_BYTES;
  heapWords[END] = start + byteLength;
}

/** Opens the lock for a holder that is no more. @param {Int32Array} heapWords @param {number} holder */
export function unlockHeap(heapWords, holder) {
  Atomics.compareExchange(heapWords, LOCK, holder, 0);
}
