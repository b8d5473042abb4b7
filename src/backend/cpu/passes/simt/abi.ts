// Names shared by the device headers (include/cuts/cuda/), the SIMT pass and the machine that runs the result.
// A header calls these functions; the pass gives them meaning; none of them is ever linked.

/** Functions that read a coordinate, to the value that replaces the call. */
export const COORDINATES: ReadonlyMap<string, string> = new Map(
  (["tid", "bid", "bdim", "gdim"] as const).flatMap((what) =>
    (["x", "y", "z"] as const).map((axis) => [`@__cuts_${what}_${axis}`, `%cuts.${what}.${axis}`] as const),
  ),
);

/** Coordinates that differ from thread to thread of one block. */
export const THREAD_COORDINATES: ReadonlySet<string> = new Set([
  "%cuts.tid.x",
  "%cuts.tid.y",
  "%cuts.tid.z",
  "%cuts.thread",
]);

export const BARRIER = "@__cuts_barrier";
export const BARRIER_REDUCE = "@__cuts_barrier_reduce";
export const GRID_BARRIER = "@__cuts_grid_barrier";
export const WARP_OP = "@__cuts_warp_op";
/** No header calls it: the pass puts it into loops that may wait for another thread (yield-in-loops.ts). */
export const YIELD = "@__cuts_yield";

/** Calls at which threads of a block wait for each other. */
export const SYNC_FUNCTIONS: ReadonlySet<string> = new Set([
  BARRIER,
  BARRIER_REDUCE,
  GRID_BARRIER,
  WARP_OP,
  YIELD,
]);

/**
 * Scheduler of the general tier, what runs threads that have yielded between two waits, and the exchanges of a block's warps
 * and of one warp, all in include/cuts/cuda/cuts_scheduler.h.
 */
export const SCHEDULE = "@__cuts_schedule";
export const RUN_YIELDED = "@__cuts_run_yielded";
export const EXCHANGE = "@__cuts_exchange";
export const EXCHANGE_WARP = "@__cuts_exchange_warp";

/** Told when the stack of a thread is full; it does not return. */
export const STACK_OVERFLOW = "@__cuts_stack_overflow";

/** The stack of a thread that runs blocks, in the memory of the device. */
export const STACK_BYTES = 8 * 1024 * 1024;

/** Pseudo calls the pass puts where a sync call stood: operands before the wait, results after it. */
export const WAIT = "@__cuts_wait";
export const WARP_RESULT = "@__cuts_warp_result";
export const REDUCE_RESULT = "@__cuts_reduce_result";

/** Function attribute by which clang marks `__global__` functions, and only those. */
export const KERNEL_ATTRIBUTE = '"uniform-work-group-size"="true"';

/** Linear index of a thread in its block. */
export const THREAD = "%cuts.thread";
/** Threads of a block, rounded up to a multiple of 16: the length of every per-thread array. */
export const PADDED = "%cuts.padded";
/** Address of the block's context: header, mailboxes, then one array for each value kept across a wait. */
export const CONTEXT = "%cuts.context";

/** Context layout in bytes; arrays follow the header, each `PADDED` elements long, offsets given for one thread. */
export const CONTEXT_HEADER_BYTES = 64;
/**
 * Bytes of the header: how the block was entered, which warp and lanes run next, how often all have run, whether
 * warps run their first region behind a barrier, and the block that runs, plus 1, or 0 where several run as one (machine/kernel-fault.js).
 */
export const HEADER = { phase: 4, warp: 12, lanes: 16, rounds: 20, first: 24, block: 60 } as const;
export const MAILBOX = { state: 0, op: 4, mask: 8, argument: 12, value: 16, byteLength: 24 } as const;

/** What a region returns: the next region in the low bits, what is waited for in the high ones; or EXITED. */
export const WAIT_KINDS = { barrier: 1, reduce: 2, grid: 3, warp: 4, yield: 5 } as const;
export const WAIT_SHIFT = 24;
export const EXITED = -1;
