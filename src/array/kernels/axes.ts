// Merges the axes of several arrays of one shape into as few as possible: axes of size 1 are removed, and adjacent axes become one
// if all arrays can traverse them as one. Arrays in C order end up with a single axis.

import type { Shape } from "../../core/shape.js";
import type { Strides } from "../../core/strides.js";

/** The remaining axes; `strides[k][axis]` belongs to the k-th array. */
export interface Axes {
  readonly shape: readonly number[];
  readonly strides: readonly (readonly number[])[];
}

/** Sorts axes by the first array's memory order, and merges them where all arrays allow it. */
export function joinAxes(shape: Shape, strides: readonly Strides[]): Axes {
  const kept = inOrder(shape, strides[0] as Strides);
  const sizes: number[] = [];
  const steps: number[][] = [];
  for (let k = 0; k < strides.length; k++) steps.push([]);
  for (const axis of kept) {
    const size = shape[axis] as number;
    const last = sizes.length - 1;
    let joins = last >= 0;
    for (let k = 0; joins && k < strides.length; k++)
      joins = (steps[k] as number[])[last] === (strides[k]?.[axis] as number) * size;
    if (joins) sizes[last] = (sizes[last] as number) * size;
    else sizes.push(size);
    const place = joins ? last : last + 1;
    for (let k = 0; k < strides.length; k++) (steps[k] as number[])[place] = strides[k]?.[axis] as number;
  }
  if (sizes.length === 0) return { shape: [1], strides: strides.map(() => [1]) };
  return { shape: sizes, strides: steps };
}

/** Axes longer than 1, those first whose elements are farthest apart. Plain loops: this is done for every launch. */
function inOrder(shape: Shape, strides: Strides): readonly number[] {
  const kept: number[] = [];
  for (let axis = 0; axis < shape.length; axis++) {
    if (shape[axis] === 1) continue;
    const step = Math.abs(strides[axis] as number);
    let at = kept.length;
    while (at > 0 && Math.abs(strides[kept[at - 1] as number] as number) < step) at--;
    if (at === kept.length) kept.push(axis);
    else kept.splice(at, 0, axis);
  }
  return kept;
}
