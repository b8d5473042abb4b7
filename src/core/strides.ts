// Strides: how many elements (never bytes) lie between neighbors along each axis. They may be 0 (broadcast) or negative
// (flipped). An axis of size 1 or 0 has no neighbors, so its stride means nothing and is ignored by every question.

import { type Shape, sizeOf } from "./shape.js";

/** The step along each axis, in elements. */
export type Strides = readonly number[];

/** Strides of C order: the last axis varies fastest. */
export function cStrides(shape: Shape): number[] {
  // Every new array calls this, and most are vectors or matrices. Copying is avoided because copies of frozen arrays are slow.
  if (shape.length === 1) return [1];
  if (shape.length === 2) return [Math.max(shape[1] as number, 1), 1];
  const strides: number[] = [];
  for (let axis = 0; axis < shape.length; axis++) strides.push(1);
  let step = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = step;
    step *= Math.max(shape[axis] ?? 1, 1);
  }
  return strides;
}

/** Strides of Fortran order: the first axis varies fastest. */
export function fStrides(shape: Shape): number[] {
  return cStrides(shape.toReversed()).toReversed();
}

/** Whether the elements lie in C order without gaps. */
export function isCContiguous(shape: Shape, strides: Strides): boolean {
  let step = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const length = shape[axis] ?? 1;
    if (length === 0) return true;
    if (length !== 1 && strides[axis] !== step) return sizeOf(shape) === 0;
    step *= length;
  }
  return true;
}

/** Whether the elements lie in Fortran order without gaps. */
export function isFContiguous(shape: Shape, strides: Strides): boolean {
  return isCContiguous(shape.toReversed(), strides.toReversed());
}

/** The offset, in elements, of the element at `index`. The index is not checked. */
export function offsetOf(index: readonly number[], strides: Strides): number {
  let offset = 0;
  for (let axis = 0; axis < index.length; axis++) offset += (index[axis] ?? 0) * (strides[axis] ?? 0);
  return offset;
}

/** The index of the `position`-th element in C order. The position is not checked. */
export function indexAt(position: number, shape: Shape): number[] {
  const index: number[] = Array.from(shape, () => 0);
  let rest = position;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const length = shape[axis] ?? 1;
    index[axis] = rest % length;
    rest = Math.floor(rest / length);
  }
  return index;
}

/** The lowest and highest offset any element has; undefined when there are no elements. */
export function offsetRange(shape: Shape, strides: Strides): { min: number; max: number } | undefined {
  let min = 0;
  let max = 0;
  for (const [axis, length] of shape.entries()) {
    if (length === 0) return undefined;
    const reach = (length - 1) * (strides[axis] ?? 0);
    if (reach < 0) min += reach;
    else max += reach;
  }
  return { min, max };
}
