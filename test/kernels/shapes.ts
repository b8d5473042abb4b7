// Arithmetic of launch shapes that nearly every case needs.

import type { Extent } from "./kernel-case.js";

/** How many blocks of `size` cover `count` elements, and at least one: CUDA has no empty grids. */
export function blocksFor(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/** How many threads, or blocks, an extent has. */
export function volume(extent: Extent): number {
  return typeof extent === "number" ? extent : extent.reduce<number>((product, side) => product * side, 1);
}
