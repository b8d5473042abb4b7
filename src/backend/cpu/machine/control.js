// @ts-check
// The words by which the main thread and the workers agree on a job. They lie in a SharedArrayBuffer of their own,
// outside the memory that kernels can write. Plain JavaScript, because workers run it unbuilt.

/** Indices into the control words. */
export const CONTROL = /** @type {const} */ ({
  /** Counts jobs; workers sleep on it. */
  sequence: 0,
  /** 1 when the job is finished; the main thread may sleep on it. */
  finished: 1,
  /** Next block nobody has taken. */
  nextBlock: 2,
  totalBlocks: 3,
  /** Blocks taken at once. */
  chunk: 4,
  /** Workers still at the job. */
  running: 5,
  /** Not 0: stop taking blocks. */
  abort: 6,
  module: 7,
  launch: 8,
  /** Cooperative launches: 1 for the first phase, 2 for the later ones, 0 for ordinary launches. */
  phase: 9,
  /** Cooperative launches: bytes between the memories of two blocks, and where the first one is. */
  blockStride: 10,
  blockBase: 11,
  /** Cooperative launches: bytes of shared memory before a block's context. */
  sharedBytes: 12,
  /** Blocks that wait for the grid. */
  waiting: 13,
  /** First status other than 0. */
  status: 14,
  /** Two words for each worker: addresses of its shared memory and of its context. */
  scratch: 16,
});

/** What a block returns when it waits for the grid, and when its threads wait for each other in vain. */
export const WAITS_FOR_GRID = 1 << 20;
export const DEADLOCK = WAITS_FOR_GRID + 1;

/** Word of a block's context that says it has finished, in cooperative launches. */
export const FINISHED_WORD = 2;
