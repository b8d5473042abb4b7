// @ts-check
// The words by which the main thread and the workers agree on jobs. They lie in a SharedArrayBuffer of their own,
// outside the memory that kernels can write. Jobs are numbered; job n lies in slot n % SLOTS, and jobs run one after
// another. Numbers wrap around, so they are compared by their difference. Plain JavaScript, because workers run it
// unbuilt.

/** Jobs that can be given to the workers at once; a power of two. */
export const SLOTS = 256;
/** Most threads of a pool. */
export const MAX_WORKERS = 256;

/** Indices into the control words; words that different threads write lie in different lines of the cache. */
export const CONTROL = /** @type {const} */ ({
  /** Changes when there may be something to do; workers sleep on it. */
  signal: 0,
  /** Workers that sleep, or are about to. */
  sleepers: 16,
  /** The number after that of the last job given; written by the main thread. */
  issued: 32,
  /** Counts what the main thread has posted to every worker. */
  messages: 33,
  /** The main thread wants a message when `completed` reaches this. */
  wanted: 34,
  /** The main thread sleeps on `awake` until `completed` reaches this. */
  awaited: 35,
  isAwaited: 36,
  /** The number of the job that runs, or runs next; written by who ends a job. */
  completed: 48,
  /** Not 0: a job has failed, and none begins until the main thread has seen it. */
  halted: 49,
  /** 1 while a message about the end of a job is on its way to the main thread. */
  told: 50,
  /** Counts what workers have posted and the main thread must read before it looks at results. */
  posted: 51,
  /** The main thread sleeps on it. */
  awake: 52,
  /** For each worker, where its memory for running blocks starts. */
  scratch: 64,
  slots: 64 + MAX_WORKERS,
  /** Words of a slot. */
  slotWords: 48,
  byteLength: (64 + MAX_WORKERS + 48 * SLOTS) * 4,
});

/** Indices into a slot. */
export const SLOT = /** @type {const} */ ({
  module: 0,
  /** Which export of the module. */
  kernel: 1,
  /** Address of the launch structure. */
  launch: 2,
  totalBlocks: 3,
  /** Fewest blocks to take at once. */
  chunk: 4,
  /** Bytes of shared memory before a block's context. */
  sharedBytes: 5,
  /** Cooperative launches: bytes between the memories of two blocks, and where the first one is. */
  blockStride: 6,
  blockBase: 7,
  /** Two floats of 8 bytes each: when the job began and ended (clock.js); 0 before. */
  beganMs: 8,
  endedMs: 10,
  /**
   * Cooperative launches: 1 for the first phase, 2 for one that begins because all blocks wait for the grid, 3 because
   * some spin. 0 for ordinary launches.
   */
  phase: 12,
  /** First status other than 0. */
  status: 13,
  /** Next block nobody has taken. */
  nextBlock: 16,
  /** Workers that look at this slot; it may be written again when there is none. */
  joined: 17,
  /** Blocks that are done. */
  doneBlocks: 32,
  /** Blocks that wait for the grid. */
  waiting: 33,
  /** Blocks that only spin, so that others should run. */
  spinning: 34,
});

/** What a block returns when it waits for the grid, and when its threads wait for each other in vain. */
export const WAITS_FOR_GRID = 1 << 20;
export const DEADLOCK = WAITS_FOR_GRID + 1;
/** What a block of a cooperative launch returns when all its threads that can go on spin: it waits for other blocks. */
export const SPINS = WAITS_FOR_GRID + 2;
/** Added to how a block is entered when it may do so (include/cuts/cuda/cuts_scheduler.h). */
export const MAY_LEAVE = 4;
/** Status of a block that threw; the worker has posted what. */
export const THREW = -1;

/** Word of a block's context that says it has finished, in cooperative launches. */
export const FINISHED_WORD = 2;
