// The garbage collector, as far as it can be asked.

import * as node from "./node/heap.js";

export interface Heap {
  /** The bytes in use. */
  usedHeapBytes(this: void): number;
  /** Collects garbage. It takes milliseconds. */
  collectHeap(this: void): void;
  /** Lets go of what WeakRefs keep alive until the running job ends. */
  releaseWeakTargets(this: void): void;
}

export const { usedHeapBytes, collectHeap, releaseWeakTargets }: Heap = node;
