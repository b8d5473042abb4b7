// Methods that read and write elements at places which other arrays name.

import type { DType } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import type { IndexArray } from "./index-values.js";
import { argwhere, compress, type CompressOptions, type Mask, masked, nonzero } from "./nonzero.js";
import type { ArrayIndex } from "./selection.js";
import { setAt } from "./set-at.js";
import { type AlongAxisOptions, put, putAlongAxis, take, takeAlongAxis, type TakeOptions } from "./take.js";
import type { WrittenValues } from "./values.js";

/** Indexing by arrays. */
export interface IndexingMethods<D extends DType> {
  /** Elements at the places that indices name, along an axis or among all: a new array. */
  take(indices: IndexArray | number | bigint, axisOrOptions?: TakeOptions | number): NDArray<D>;
  /** For each index the element at its own place but for one axis. */
  takeAlongAxis(indices: IndexArray, axisOrOptions?: AlongAxisOptions | number): NDArray<D>;
  /** Writes values to places counted in C order. */
  put(
    indices: IndexArray | number | bigint,
    values: WrittenValues<D>,
    options?: Pick<TakeOptions, "mode">,
  ): void;
  /** Writes values where `takeAlongAxis` reads. */
  putAlongAxis(
    indices: IndexArray,
    values: WrittenValues<D>,
    axisOrOptions?: AlongAxisOptions | number,
  ): void;
  /** Writes what indices select, NumPy's `x[...] = values`: `x.setAt([[0, 2], ":"], 1)`, `x.setAt(x.less(0), 0)`. */
  setAt(indices: readonly ArrayIndex[] | ArrayIndex, values: WrittenValues<D>): void;
  /** The elements where a mask is true, NumPy's `x[mask]`. */
  masked(mask: Mask): Promise<NDArray<D>>;
  /** The parts along an axis where a vector is true. */
  compress(condition: Mask, axisOrOptions?: CompressOptions | number): Promise<NDArray<D>>;
  /** Where elements are not 0: the indices of each axis. */
  nonzero(): Promise<NDArray<"int64">[]>;
  /** Where elements are not 0: a row of indices for each. */
  argwhere(): Promise<NDArray<"int64">>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends IndexingMethods<D> {}
}

const indexingMethods: IndexingMethods<DType> & ThisType<NDArray> = {
  take(indices, axisOrOptions) {
    return take(this, indices, axisOrOptions);
  },
  takeAlongAxis(indices, axisOrOptions) {
    return takeAlongAxis(this, indices, axisOrOptions);
  },
  put(indices, values, options) {
    put(this, indices, values, options);
  },
  putAlongAxis(indices, values, axisOrOptions) {
    putAlongAxis(this, indices, values, axisOrOptions);
  },
  setAt(indices, values) {
    setAt(this, indices, values);
  },
  masked(mask) {
    return masked(this, mask);
  },
  compress(condition, axisOrOptions) {
    return compress(condition, this, axisOrOptions);
  },
  nonzero() {
    return nonzero(this);
  },
  argwhere() {
    return argwhere(this);
  },
};

addMethods(indexingMethods);
