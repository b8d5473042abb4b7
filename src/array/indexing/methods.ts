// Methods that select elements, written here because the function of the same name does not take the array first.

import type { DType } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import { compress, type CompressOptions, type Mask } from "./nonzero.js";

/** Indexing by arrays. */
export interface IndexingMethods<D extends DType> {
  /** The parts along an axis where a vector is true; it may be shorter than the axis. @throws TypeError, RangeError `CUTS_INDEX`. */
  compress(condition: Mask, axisOrOptions?: CompressOptions | number): Promise<NDArray<D>>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends IndexingMethods<D> {}
}

const indexingMethods: IndexingMethods<DType> & ThisType<NDArray> = {
  compress(condition, axisOrOptions) {
    return compress(condition, this, axisOrOptions);
  },
};

addMethods(indexingMethods);
