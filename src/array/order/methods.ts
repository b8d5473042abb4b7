// Methods that sort and search an array.

import type { DType } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import type { Scalar } from "../promotion.js";
import { argsort, partition, type SearchOptions, searchsorted, sort, type SortOptions } from "./sort.js";

/** Sorting and searching. */
export interface OrderMethods<D extends DType> {
  /** The elements in order along the last axis or another: a new array (NumPy's method sorts in place). */
  sort(axisOrOptions?: number | null | SortOptions): NDArray<D>;
  /** The indices that sort the array along the last axis or another. */
  argsort(axisOrOptions?: number | null | SortOptions): NDArray<"int64">;
  /** A sorted array, in which the elements at these places are where sorting puts them: a new array. */
  partition(
    kth: number | readonly number[],
    axisOrOptions?: number | null | Pick<SortOptions, "axis">,
  ): NDArray<D>;
  /** Where values belong in this sorted vector. */
  searchsorted(values: NDArray | Scalar, options?: SearchOptions): NDArray<"int64">;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends OrderMethods<D> {}
}

const orderMethods: OrderMethods<DType> & ThisType<NDArray> = {
  sort(axisOrOptions) {
    return sort(this, axisOrOptions);
  },
  argsort(axisOrOptions) {
    return argsort(this, axisOrOptions);
  },
  partition(kth, axisOrOptions) {
    return partition(this, kth, axisOrOptions);
  },
  searchsorted(values, options) {
    return searchsorted(this, values, options);
  },
};

addMethods(orderMethods);
