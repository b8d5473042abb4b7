// How an axis is divided over ranks, as by NumPy's array_split: if it does not divide evenly, the first ranks have one index more.

import type { NDArray } from "../array/ndarray.js";
import { moveaxis } from "../array/views.js";
import { copy } from "../array/copy.js";
import { inside } from "../array/operators/watching.js";
import type { Shape } from "../core/shape.js";

/** The length of each rank's part of an axis. */
export function divide(length: number, ranks: number): number[] {
  const least = Math.floor(length / ranks);
  return Array.from({ length: ranks }, (_, rank) => least + (rank < length % ranks ? 1 : 0));
}

/** The index where each part begins. */
export function offsetsOf(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => {
    const first = sum;
    sum += count;
    return first;
  });
}

/** The shape with another size of the first axis. */
export function withLength(shape: Shape, length: number): Shape {
  return [length, ...shape.slice(1)];
}

/** The number of elements at one index of the first axis. */
export function rowSize(shape: Shape): number {
  return shape.slice(1).reduce((size, length) => size * length, 1);
}

/** The array in C order with one of its axes moved to the front; `isOwn` if this is a copy or view that the caller disposes. */
export function packed(x: NDArray, axis: number): { readonly array: NDArray; readonly isOwn: boolean } {
  if (axis === 0 && x.isContiguous) return { array: x, isOwn: false };
  return inside(() => {
    if (axis === 0) return { array: copy(x), isOwn: true };
    using front = moveaxis(x, axis, 0);
    return { array: copy(front), isOwn: true };
  });
}

/** The same array with its first axis moved back. */
export function unpacked(x: NDArray, axis: number): NDArray {
  if (axis === 0) return x;
  const moved = inside(() => moveaxis(x, 0, axis));
  x.dispose();
  return moved;
}
