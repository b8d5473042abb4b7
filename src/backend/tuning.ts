// How built-in kernels are best cut for a device, as numbers that their launches compute with: they decide speed, never
// results. No launch asks which device it is for.

/** Who has a block. */
export type Worker = "team" | "thread";

/** What launches of built-in kernels need to know of a device. */
export interface KernelTuning {
  /** What is compiled at a time: all kernels of a group, where they are shipped compiled, or the one that is needed. */
  readonly unit: "group" | "kernel";
  /** Threads of a block whose threads work side by side, along one axis and along two, x first. */
  readonly blockThreads: number;
  readonly blockTile: readonly [x: number, y: number];
  /** How many elements of a contiguous array a thread takes. */
  readonly elementsPerThread: number;
  /**
   * Who has a block in kernels that come in two forms: a team of threads that divide it, or one thread that has all of it, in
   * loops over vectors, where the threads of a block run one after the other. Launches look up what their kernel wants for it.
   */
  readonly worker: Worker;
  /** Threads that share the work of a block in kernels that divide it among them: 1 for a thread. */
  readonly teamThreads: number;
  /** How many threads advance in step: what they touch should lie side by side. 1 where each goes by itself. */
  readonly threadsInStep: number;
  /** Elements that make a block worth its start; 0 where one for each of its threads does. */
  readonly blockElements: number;
  /** Blocks for each multiprocessor that keep it busy, where work is cut into parts for that. */
  readonly blocksPerProcessor: number;
  /**
   * Whether blocks work side by side and get on while others wait: then a block may wait for what those before it have found,
   * and sorts and running sums read their elements once.
   */
  readonly blocksPassOn: boolean;
  /** Whether warps multiply matrices of 16-bit floats, 16 by 8 by 16, and copy to shared memory while they go on. */
  readonly tensorCores: boolean;
  /** Bytes that one instruction of a thread takes at once; 0 where it takes one number. */
  readonly vectorBytes: number;
  /** Shared memory that a block gets at no cost, and how much of it is near. */
  readonly sharedBytes: number;
  readonly nearBytes: number;
  /** Rows of the largest matrix that one thread decomposes alone in reasonable time. */
  readonly serialRows: number;
  /** Whether the launch of a graph costs less than those of its kernels, one by one. */
  readonly graphsPay: boolean;
  /** Compile options for kernels that have code of their own for products that are added at once; none where none have. */
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
  // What every GPU gives a block without being asked.
  sharedBytes: 48 * 1024,
  nearBytes: 48 * 1024,
  serialRows: 64,
  graphsPay: true,
  fusing: [],
};
