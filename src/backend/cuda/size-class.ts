// Sizes of memory blocks. Requests are rounded up, so that a freed block fits later requests of about its size. There are eight
// sizes between two powers of two, so less than an eighth of a block is unused; blocks above 1 GiB are multiples of 32 MiB.

const SMALLEST = 512;
const LARGE = 2 ** 30;
const LARGE_STEP = 32 * 2 ** 20;

/** The block size for a request. */
export function blockSize(byteLength: number): number {
  if (byteLength <= SMALLEST) return SMALLEST;
  if (byteLength > LARGE) return Math.ceil(byteLength / LARGE_STEP) * LARGE_STEP;
  const exponent = 31 - Math.clz32(byteLength - 1);
  // A shift is faster than Math.pow, and every new array calls this.
  const step = Math.max(SMALLEST, 1 << (exponent - 3));
  return Math.ceil(byteLength / step) * step;
}
