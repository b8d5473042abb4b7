// @ts-check
// The words that the thread of the BLAS and the main thread share. Plain JavaScript, because the thread runs it unbuilt.

/** Indices of the words. */
export const WORD = /** @type {const} */ ({
  /** Changes with each job that is given; the thread sleeps on it. */
  given: 0,
  /** How many jobs have ended. */
  ended: 16,
  byteLength: 32 * 4,
});
