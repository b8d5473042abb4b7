// Parameters of built-in kernels for a device, such as block sizes. They affect speed only, never results. Launches read these
// numbers and never ask which device it is.

/** Whether a team of threads or a single thread does the work of a block. */
export type Worker = "team" | "thread";

/** The numbers that launches of built-in kernels use. */
export interface KernelTuning {
  /**
   * What is compiled together: all kernels of a group, for devices whose groups are shipped compiled, or only the kernel that is
   * needed.
   */
  readonly unit: "group" | "kernel";
  /** The block size for kernels in which each thread works independently. `blockTile` is the same for two axes. */
  readonly blockThreads: number;
  readonly blockTile: readonly [x: number, y: number];
  /** The elements of a contiguous array that each thread processes. */
  readonly elementsPerThread: number;
  /**
   * Which version to use of kernels that have two. In "team" the threads of a block divide its work. In "thread" one thread does
   * all of it in vector loops, which suits devices that run the threads of a block one after the other.
   */
  readonly worker: Worker;
  /** The threads that divide the work of a block; 1 if `worker` is "thread". */
  readonly teamThreads: number;
  /** The threads that run in lockstep, which should access adjacent memory; 1 if each runs by itself. */
  readonly threadsInStep: number;
  /** The fewest elements that justify starting a block; 0 means one for each thread. */
  readonly blockElements: number;
  /** The blocks for each multiprocessor that keep it busy, for kernels that choose how many parts to split the work into. */
  readonly blocksPerProcessor: number;
  /**
   * Whether blocks run concurrently and make progress while others wait. If so, a block may wait for results of earlier blocks, and
   * sorts and prefix sums read each element only once.
   */
  readonly blocksPassOn: boolean;
  /** Whether it has tensor cores for 16-bit floats (16 x 8 x 16) and asynchronous copies to shared memory. */
  readonly tensorCores: boolean;
  /** The bytes that a vector instruction of a thread processes; 0 if instructions process one number. */
  readonly vectorBytes: number;
  /** The shared memory that a block can use without a cost, and how much of that is fast (`nearBytes`). */
  readonly sharedBytes: number;
  readonly nearBytes: number;
  /** The rows of the largest matrix that a single thread should decompose. */
  readonly serialRows: number;
  /** Whether launching a graph costs less than launching its kernels one by one. */
  readonly graphsPay: boolean;
  /** Compile options that enable fused multiply-add in the kernels that have code for it. */
  readonly fusing: readonly string[];
}

/** For devices whose threads run at the same time, in warps. */
export const warpTuning: KernelTuning = {
  unit: "kernel",
  blockThreads: 256,
  blockTile: [32, 8],
  elementsPerThread: 1,
  worker: "team",
  teamThreads: 256,
  threadsInStep: 32,
  blockElements: 0,
  blocksPerProcessor: 8,
  blocksPassOn: true,
  tensorCores: false,
  vectorBytes: 0,
  // The shared memory of a block on every GPU without setting an attribute.
  sharedBytes: 48 * 1024,
  nearBytes: 48 * 1024,
  serialRows: 64,
  graphsPay: true,
  fusing: [],
};
