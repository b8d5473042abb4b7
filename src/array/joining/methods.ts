// Methods that make other arrangements of an array's elements.

import type { DType } from "../../core/dtype.js";
import { copy } from "../copy.js";
import { diagonal, type DiagonalViewOptions, trace } from "../creation-diagonals.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import type { SumOf } from "../reduction/result-types.js";
import { reshape } from "../views.js";
import type { ConcatenateOptions } from "./concatenate.js";
import { repeat } from "./repeat.js";
import { matrixTranspose } from "./roll.js";

/** Arrangements. */
export interface JoiningMethods<D extends DType> {
  /** The last two axes exchanged: a view. */
  readonly mT: NDArray<D>;
  /** All elements in C order along one axis, always a copy. */
  flatten(): NDArray<D>;
  /** Each element so many times. */
  repeat(times: number | readonly number[], axisOrOptions?: ConcatenateOptions | number | null): NDArray<D>;
  repeat(times: NDArray, axisOrOptions?: ConcatenateOptions | number | null): Promise<NDArray<D>>;
  /** A diagonal of two axes: a view. */
  diagonal(options?: DiagonalViewOptions): NDArray<D>;
  /** The sum of a diagonal. */
  trace(options?: DiagonalViewOptions): NDArray<SumOf<D>>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends JoiningMethods<D> {}
}

const joiningMethods: JoiningMethods<DType> & ThisType<NDArray> = {
  get mT(): NDArray {
    return matrixTranspose(this);
  },
  flatten() {
    using all = copy(this);
    return reshape(all, -1);
  },
  repeat(times, axisOrOptions) {
    return repeat(this, times as number, axisOrOptions) as never;
  },
  diagonal(options) {
    return diagonal(this, options);
  },
  trace(options) {
    return trace(this, options);
  },
};

addMethods(joiningMethods);
