// The axes of an operation over several arrays of one shape, made as few as they can be: axes of size 1 go, and neighbours
// that all arrays walk through as one become one. Arrays in C order end as a single axis.

import type { Shape } from "../../core/shape.js";
import type { Strides } from "../../core/strides.js";

/** Axes that are left; `strides[k][axis]` is that of the k-th array. */
export interface Axes {
  readonly shape: readonly number[];
  readonly strides: readonly (readonly number[])[];
}

/** Brings axes into the order in which the first array lies in memory, and joins them where all arrays allow it. */
export function joinAxes(shape: Shape, strides: readonly Strides[]): Axes {
  const kept = shape.flatMap((size, axis) => (size === 1 ? [] : [axis]));
  const step = (axis: number): number => Math.abs(strides[0]?.[axis] ?? 0);
  kept.sort((a, b) => step(b) - step(a) || a - b);
  const sizes: number[] = [];
  const steps: number[][] = strides.map(() => []);
  for (const axis of kept) {
    const size = shape[axis] as number;
    const last = sizes.length - 1;
    const joins =
      last >= 0 && strides.every((own, k) => (steps[k] as number[])[last] === (own[axis] as number) * size);
    if (joins) sizes[last] = (sizes[last] as number) * size;
    else sizes.push(size);
    for (const [k, own] of strides.entries()) {
      const list = steps[k] as number[];
      if (joins) list[last] = own[axis] as number;
      else list.push(own[axis] as number);
    }
  }
  if (sizes.length === 0) return { shape: [1], strides: strides.map(() => [1]) };
  return { shape: sizes, strides: steps };
}
