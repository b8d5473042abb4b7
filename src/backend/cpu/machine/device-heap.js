// @ts-check
// malloc and free of device code: blocks of power-of-two sizes from a region of the device memory, with one list of
// free blocks a size. The list heads and the lock are words of their own, outside the memory that kernels can write; the
// links lie in the free blocks themselves.
// Plain JavaScript, because workers run it unbuilt.

/** How many words a heap has: lock, next unused address, end of the region, then a list head a size. */
export const HEAP_WORDS = 48;
const LOCK = 0;
const NEXT = 1;
const END = 2;
const LISTS = 3;
const SMALLEST_POWER = 4;
/** Before each block, its power of two; 16 bytes keep blocks aligned. */
const HEADER_BYTES = 16;

/**
 * @param {Int32Array} heapWords
 * @param {WebAssembly.Memory} memory
 */
export function deviceHeap(heapWords, memory) {
  const words = () => new Int32Array(memory.buffer);
  return {
    /** @param {number} bytes */
    malloc(bytes) {
      const power = Math.max(SMALLEST_POWER, Math.ceil(Math.log2(Math.max(1, bytes >>> 0))));
      if (power > 30) return 0;
      return locked(heapWords, () => {
        const head = /** @type {number} */ (heapWords[LISTS + power]);
        if (head !== 0) {
          heapWords[LISTS + power] = /** @type {number} */ (words()[head >>> 2]);
          return head;
        }
        const start = /** @type {number} */ (heapWords[NEXT]) >>> 0;
        const end = start + HEADER_BYTES + 2 ** power;
        if (end > /** @type {number} */ (heapWords[END]) >>> 0) return 0;
        heapWords[NEXT] = end;
        words()[start >>> 2] = power;
        return start + HEADER_BYTES;
      });
    },
    /** @param {number} address */
    free(address) {
      if (address === 0) return;
      locked(heapWords, () => {
        const power = /** @type {number} */ (words()[(address - HEADER_BYTES) >>> 2]);
        words()[address >>> 2] = /** @type {number} */ (heapWords[LISTS + power]);
        heapWords[LISTS + power] = address;
        return 0;
      });
    },
  };
}

/** Gives the heap its region. @param {Int32Array} heapWords @param {number} start @param {number} byteLength */
export function openHeap(heapWords, start, byteLength) {
  heapWords.fill(0);
  heapWords[NEXT] = start;
  heapWords[END] = start + byteLength;
}

/** Opens the lock for a holder that is no more. @param {Int32Array} heapWords */
export function unlockHeap(heapWords) {
  Atomics.store(heapWords, LOCK, 0);
}

/** @param {Int32Array} heapWords @param {() => number} action */
function locked(heapWords, action) {
  while (Atomics.compareExchange(heapWords, LOCK, 0, 1) !== 0);
  try {
    return action();
  } finally {
    Atomics.store(heapWords, LOCK, 0);
  }
}
