// Methods that show an array's memory in another shape.

import type { DType } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import type { Shape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import type { ArrayIndex } from "./indexing/selection.js";
import { addMethods } from "./add-methods.js";
import type { NDArray } from "./ndarray.js";
import {
  type AxisChoice,
  broadcastTo,
  expandDims,
  flip,
  moveaxis,
  ravel,
  reshape,
  rows,
  slice,
  squeeze,
  subarray,
  swapaxes,
  transpose,
} from "./views.js";

/** Views. */
export interface ViewMethods<D extends DType> {
  /** The axes reversed. */
  readonly T: NDArray<D>;
  /** The same elements in another shape; one size may be -1. A copy where their order in memory needs one. */
  reshape(...shape: readonly number[] | [Shape]): NDArray<D>;
  /** All elements along one axis. */
  ravel(): NDArray<D>;
  /** The axes in another order, reversed by default. */
  transpose(...axes: readonly number[] | [readonly number[]]): NDArray<D>;
  /** The axes in another order. */
  permute(...axes: readonly number[] | [readonly number[]]): NDArray<D>;
  swapaxes(first: number, second: number): NDArray<D>;
  moveaxis(from: number | readonly number[], to: number | readonly number[]): NDArray<D>;
  /** A part: `x.slice(["1:10:2", -1])`, `x.slice(["...", null, "::-1"])`; with index arrays, `x.slice([[0, 2]])`, a copy. */
  slice(indices: readonly ArrayIndex[] | ArrayIndex): NDArray<D>;
  /** A view of the rows from `begin` up to `end`, counted from the end where negative; of elements where there is one axis. */
  subarray(begin?: number | bigint, end?: number | bigint): NDArray<D>;
  /** The array stretched to a shape; read-only. */
  broadcastTo(shape: number | Shape): NDArray<D>;
  /** Without axes of size 1: those named, `squeeze(0)` or `squeeze({ axis: 0 })`, or all. */
  squeeze(axis?: AxisChoice): NDArray<D>;
  /** With new axes of size 1 at places of the result. */
  expandDims(axis: AxisChoice): NDArray<D>;
  /** Reversed along axes, or along all. */
  flip(axis?: AxisChoice): NDArray<D>;
  /** Views along the first axis; of an array without axes its element, read at once. */
  [Symbol.iterator](): Iterator<NDArray<D>>;
}

declare module "./ndarray.js" {
  interface NDArray<out D extends DType = DType> extends ViewMethods<D> {}
}

const viewMethods: ViewMethods<DType> & ThisType<NDArray> = {
  get T(): NDArray {
    return transpose(this);
  },
  reshape(...shape) {
    return reshape(this, ...shape);
  },
  ravel() {
    return ravel(this);
  },
  transpose(...axes) {
    return transpose(this, ...axes);
  },
  permute(...axes) {
    return transpose(this, ...axes);
  },
  swapaxes(first, second) {
    return swapaxes(this, first, second);
  },
  moveaxis(from, to) {
    return moveaxis(this, from, to);
  },
  slice(indices, ...more: readonly unknown[]) {
    if (more.length > 0) throw severalIndices(indices, more);
    return slice(this, indices);
  },
  subarray(begin, end) {
    return subarray(this, begin, end);
  },
  broadcastTo(shape) {
    return broadcastTo(this, shape);
  },
  squeeze(axis) {
    return squeeze(this, axis);
  },
  expandDims(axis) {
    return expandDims(this, axis);
  },
  flip(axis) {
    return flip(this, axis);
  },
  [Symbol.iterator]() {
    return rows(this);
  },
};

addMethods(viewMethods);

function severalIndices(first: unknown, more: readonly unknown[]): ArgumentTypeError {
  const all = [first, ...more].map((one) => formatValue(one)).join(", ");
  return new ArgumentTypeError(
    "CUTS_INDEX",
    `Cannot slice an array: indices of several axes are one list (got ${1 + more.length} arguments)\nTry: x.slice([${all}])`,
  );
}
