// Methods that multiply an array with another.

import type { DType } from "../../../core/dtype.js";
import type { ResultOf } from "../../elementwise/types.js";
import { addMethods } from "../../add-methods.js";
import type { NDArray } from "../../ndarray.js";
import { matmul, type MatmulOptions } from "./matmul.js";
import { dot } from "./tensor-products.js";

/**
 * Products. The functions of the same names tell more. The dtype of `out` is checked when they run: as a type it would make
 * every comparison of two array types one of promotion tables.
 */
export interface ProductMethods<D extends DType> {
  // The dtype of the other array is taken from its type: inferred on its own it makes NDArray<D> no NDArray<DType>.
  matmul<B extends NDArray>(other: B, options?: MatmulOptions): NDArray<ResultOf<NDArray<D>, B>>;
  dot<B extends NDArray>(other: B, options?: MatmulOptions): NDArray<ResultOf<NDArray<D>, B>>;
}

declare module "../../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends ProductMethods<D> {}
}

/** The methods, for methods.ts of arrays. */
const productMethods: object = {
  matmul(this: NDArray, other: NDArray, options?: MatmulOptions) {
    return matmul(this, other, options);
  },
  dot(this: NDArray, other: NDArray, options?: MatmulOptions) {
    return dot(this, other, options);
  },
};

addMethods(productMethods);
