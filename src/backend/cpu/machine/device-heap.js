// @ts-check
// malloc and free of device code: blocks of power-of-two sizes from a region of the device memory, with one list of
// free blocks a size. The list heads and the lock are control words, the links lie in the free blocks themselves.
// Plain JavaScript, because workers run it unbuilt.

/** Control words from `HEAP_WORDS` on: lock, next unused address, end of the region, then a list head a size. */
const HEAP_WORDS = 256;
const LOCK = HEAP_WORDS;
const NEXT = HEAP_WORDS + 1;
const END = HEAP_WORDS + 2;
const LISTS = HEAP_WORDS + 3;
const SMALLEST_POWER = 4;
/** Before each block, its power of two; 16 bytes keep blocks aligned. */
const HEADER_BYTES = 16;

/**
 * @param {Int32Array} control
 * @param {WebAssembly.Memory} memory
 */
export function deviceHeap(control, memory) {
  const words = () => new Int32Array(memory.buffer);
  return {
    /** @param {number} bytes */
    malloc(bytes) {
      const power = Math.max(SMALLEST_POWER, Math.ceil(Math.log2(Math.max(1, bytes >>> 0))));
      if (power > 30) return 0;
      return locked(control, () => {
        const head = /** @type {number} */ (control[LISTS + power]);
        if (head !== 0) {
          control[LISTS + power] = /** @type {number} */ (words()[head >>> 2]);
          return head;
        }
        const start = /** @type {number} */ (control[NEXT]) >>> 0;
        const end = start + HEADER_BYTES + 2 ** power;
        if (end > /** @type {number} */ (control[END]) >>> 0) return 0;
        control[NEXT] = end;
        words()[start >>> 2] = power;
        return start + HEADER_BYTES;
      });
    },
    /** @param {number} address */
    free(address) {
      if (address === 0) return;
      locked(control, () => {
        const power = /** @type {number} */ (words()[(address - HEADER_BYTES) >>> 2]);
        words()[address >>> 2] = /** @type {number} */ (control[LISTS + power]);
        control[LISTS + power] = address;
        return 0;
      });
    },
  };
}

/** Gives the heap its region. @param {Int32Array} control @param {number} start @param {number} byteLength */
export function openHeap(control, start, byteLength) {
  control.fill(0, HEAP_WORDS);
  control[NEXT] = start;
  control[END] = start + byteLength;
}

/** @param {Int32Array} control @param {() => number} action */
function locked(control, action) {
  while (Atomics.compareExchange(control, LOCK, 0, 1) !== 0);
  try {
    return action();
  } finally {
    Atomics.store(control, LOCK, 0);
  }
}
