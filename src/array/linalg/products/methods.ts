// Methods that multiply an array with another.

import type { DType } from "../../../core/dtype.js";
import type { NDArray } from "../../ndarray.js";
import type { Promote } from "../../promotion.js";
import { matmul, type MatmulOptions } from "./matmul.js";
import { dot } from "./tensor-products.js";

/** Products. The functions of the same names tell more. */
export interface ProductMethods<D extends DType> {
  matmul<E extends DType>(other: NDArray<E>, options?: MatmulOptions<Promote<D, E>>): NDArray<Promote<D, E>>;
  dot<E extends DType>(other: NDArray<E>, options?: MatmulOptions<Promote<D, E>>): NDArray<Promote<D, E>>;
}

/** The methods, for methods.ts of arrays. */
export const productMethods: object = {
  matmul(this: NDArray, other: NDArray, options?: MatmulOptions) {
    return matmul(this, other, options);
  },
  dot(this: NDArray, other: NDArray, options?: MatmulOptions) {
    return dot(this, other, options);
  },
};
