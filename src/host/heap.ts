// The heap of the JavaScript engine: its size, and requests to its garbage collector.

import * as node from "./node/heap.js";

export interface Heap {
  /** The bytes of heap in use. */
  usedHeapBytes(this: void): number;
  /** Collects garbage. It takes milliseconds. */
  collectHeap(this: void): void;
  /** Releases objects that WeakRefs keep alive until the end of the current job. */
  releaseWeakTargets(this: void): void;
}

export const { usedHeapBytes, collectHeap, releaseWeakTargets }: Heap = node;
