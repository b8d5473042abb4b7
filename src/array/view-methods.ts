// Methods that view the array in another shape, written here because the function of the same name takes other arguments.

import type { DType } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import type { Shape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { addMethods } from "./add-methods.js";
import { copy } from "./copy.js";
import type { ArrayIndex } from "./indexing/selection.js";
import { matrixTranspose } from "./joining/roll.js";
import type { NDArray } from "./ndarray.js";
import { reshape, rows, slice, transpose } from "./views.js";

/** Methods that make views. */
export interface ViewMethods<D extends DType> {
  /** A view with the axes reversed. */
  readonly T: NDArray<D>;
  /** A view with the last two axes swapped. */
  readonly mT: NDArray<D>;
  /** The same elements in another shape; one size may be -1. It is a copy only if their order in memory requires one. */
  reshape(...shape: readonly number[] | [Shape]): NDArray<D>;
  /** All elements in C order along one axis, always a copy. */
  flatten(): NDArray<D>;
  /** The axes in another order, reversed by default. */
  transpose(...axes: readonly number[] | [readonly number[]]): NDArray<D>;
  /** The axes in another order. */
  permute(...axes: readonly number[] | [readonly number[]]): NDArray<D>;
  /**
   * A part of the array, as a view: `x.slice(["1:10:2", -1])`, `x.slice(["...", null, "::-1"])`. With index arrays it is a copy:
   * `x.slice([[0, 2]])`.
   */
  slice(indices: readonly ArrayIndex[] | ArrayIndex): NDArray<D>;
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
  get mT(): NDArray {
    return matrixTranspose(this);
  },
  reshape(...shape) {
    return reshape(this, ...shape);
  },
  flatten() {
    using all = copy(this);
    return reshape(all, -1);
  },
  transpose(...axes) {
    return transpose(this, ...axes);
  },
  permute(...axes) {
    return transpose(this, ...axes);
  },
  slice(indices, ...more: readonly unknown[]) {
    if (more.length > 0) throw severalIndices(indices, more);
    return slice(this, indices);
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
