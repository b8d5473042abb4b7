// A piece of work as a value: done now, or kept as a node of a graph and done at each launch of it.

/** CUDA's numbers for kinds of nodes. */
export const NODE_TYPES = {
  kernel: 0,
  memcpy: 1,
  memset: 2,
  host: 3,
  graph: 4,
  empty: 5,
  waitEvent: 6,
  eventRecord: 7,
  memAlloc: 10,
  memFree: 11,
  conditional: 13,
} as const;

export interface Operation {
  readonly type: keyof typeof NODE_TYPES;
  /** Gives the work to the device. */
  run(): void;
  /** The operation as it is when its graph is made ready, where that is another one than later. */
  instantiated?(): Operation;
}
