// How many blocks of a kernel fit on a multiprocessor, by the limits that the device tells: threads, blocks, shared
// memory. Registers do not exist here and limit nothing.

import { BLOCKS_PER_MULTIPROCESSOR, RESERVED_SHARED_BYTES } from "./device-facts.js";

const WARP = 32;

/** Blocks of so many threads and bytes of shared memory that are resident together. */
export function activeBlocks(
  sharedBytes: number,
  threads: number,
  limits: { readonly threads: number; readonly sharedBytes: number },
): number {
  const byThreads = Math.floor(limits.threads / (Math.ceil(threads / WARP) * WARP));
  const byShared = Math.floor(limits.sharedBytes / (sharedBytes + RESERVED_SHARED_BYTES));
  return Math.max(0, Math.min(byThreads, byShared, BLOCKS_PER_MULTIPROCESSOR));
}
