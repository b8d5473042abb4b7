// @ts-check
// The words by which the main thread and the workers agree on jobs. They lie in a SharedArrayBuffer of their own,
// outside the memory that kernels can write. There are several lanes: jobs of one lane run one after another, jobs of
// different lanes side by side. The jobs of a lane are numbered; job n lies in slot n % SLOTS. Numbers wrap around, so
// they are compared by their difference. Plain JavaScript, because workers run it unbuilt.

/** Streams that can have work under way at once, as many as a GPU has connections to its host by default. */
export const LANES = 8;
/** Jobs of a lane that can be given to the workers at once; a power of two. */
export const SLOTS = 256;
/** Threads beyond those of the pool: with them every lane gets a thread, however long the blocks of the others are. */
export const SPARES = LANES - 1;
/** Most threads of a pool, spares included. */
export const MAX_WORKERS = 256 + SPARES;

const WORKER_WORDS = 16;
const LANE_HEAD_WORDS = 32;
const SLOT_WORDS = 48;
const LANE_WORDS = LANE_HEAD_WORDS + SLOT_WORDS * SLOTS;
const WORKERS = 80;

/** Indices into the control words; words that different threads write lie in different lines of the cache. */
export const CONTROL = /** @type {const} */ ({
  /** Changes when there may be something to do; workers sleep on it. */
  signal: 0,
  /** Workers that sleep, or are about to. */
  sleepers: 16,
  /** One bit for each lane that has jobs; written by the main thread. */
  active: 32,
  /** Counts what the main thread has posted to every worker. */
  messages: 33,
  /** Whether the main thread waits: 0, AWAKE or ASLEEP. */
  isAwaited: 34,
  /** Changes when a lane needs a thread that nobody has for it; spare workers sleep on it. */
  spareSignal: 35,
  /** 1 while a message about the end of a job is on its way to the main thread. */
  told: 48,
  /** Changes when a worker has posted what the main thread must read before it looks at results. */
  posted: 49,
  /** How often it was found that somebody has written through a null pointer. */
  nullWrites: 50,
  /** 1 where using a null pointer is a trap, and nobody may look at what is there. */
  isLowestClosed: 51,
  /** Changes when there is news for a main thread that waits; it sleeps on it. */
  awake: 64,
  byteLength: (WORKERS + WORKER_WORDS * MAX_WORKERS + LANE_WORDS * LANES) * 4,
});

/** Indices into the words of a worker. */
export const WORKER = /** @type {const} */ ({
  /** Where it is: 0 between jobs, `placeOf` the slot whose blocks it takes, STOPPED when it must end. */
  place: 0,
  /** 1 once it runs. */
  isReady: 1,
  /** What the system calls its thread; 0 where that is not known. */
  systemId: 2,
});

/** Indices into the words of a lane. */
export const LANE = /** @type {const} */ ({
  /** The number after that of the last job given; written by the main thread. */
  issued: 0,
  /** The main thread wants to know when `completed` reaches this. */
  wanted: 1,
  /** The number of the job that runs, or runs next; written by who ends a job. */
  completed: 16,
  /** Not 0: a job has failed or is being stopped, and none begins until the main thread has seen it. */
  halted: 17,
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
  /**
   * Bytes between the memories of two workers, and where that of the first one is; in cooperative launches, of two
   * blocks.
   */
  stride: 6,
  base: 7,
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
  /** 1 when it is looked at in the end what the job has written where it must not. */
  isGuarded: 14,
  /** What CONTROL.nullWrites was when the job began. */
  nullWrites: 15,
  /** Next block nobody has taken. */
  nextBlock: 16,
  /** How many milliseconds after it began workers must stop the job by themselves; 0 for never. */
  limitMs: 17,
  /** In which order one worker runs all blocks (block-order.js); 0 for all workers, in no order. */
  order: 18,
  /** Blocks that are done. */
  doneBlocks: 32,
  /** Blocks that wait for the grid. */
  waiting: 33,
  /** Blocks that only spin, so that others should run. */
  spinning: 34,
});

/** The words of a worker. @param {number} index */
export function workerAt(index) {
  return WORKERS + index * WORKER_WORDS;
}

/** The words of a lane. @param {number} lane */
export function laneAt(lane) {
  return WORKERS + WORKER_WORDS * MAX_WORKERS + lane * LANE_WORDS;
}

/** The words of the slot of a job. @param {number} lane @param {number} job */
export function slotAt(lane, job) {
  return laneAt(lane) + LANE_HEAD_WORDS + (job & (SLOTS - 1)) * SLOT_WORDS;
}

/** How a worker says which slot it is at. @param {number} lane @param {number} job */
export function placeOf(lane, job) {
  return 1 + lane * SLOTS + (job & (SLOTS - 1));
}

/** The place of a worker that must end: it begins nothing any more. */
export const STOPPED = -1;

/** How the main thread waits: it looks again and again, or sleeps. */
export const AWAKE = 1;
export const ASLEEP = 2;

/** What a block returns when it waits for the grid, and when its threads wait for each other in vain. */
export const WAITS_FOR_GRID = 1 << 20;
export const DEADLOCK = WAITS_FOR_GRID + 1;
/** What a block of a cooperative launch returns when all its threads that can go on spin: it waits for other blocks. */
export const SPINS = WAITS_FOR_GRID + 2;
/** Added to how a block is entered when it may do so (include/cuts/cuda/cuts_scheduler.h). */
export const MAY_LEAVE = 4;
/** Status of a block that threw; the worker has posted what. */
export const THREW = -1;
/** Status of a job that the main thread stops. */
export const CUT_OFF = -2;
/** Status of a job that has written through a null pointer, and of one that has or whose neighbors have. */
export const NULL_WRITE = -3;
export const NULL_WRITE_NEARBY = -4;
/** Status of a job that has found the constants of its module overwritten. */
export const CONSTANTS_OVERWRITTEN = -5;

/** Word of a block's context that says it has finished, in cooperative launches. */
export const FINISHED_WORD = 2;
