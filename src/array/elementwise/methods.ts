// Element-wise methods that are not functions as well: the parts of complex numbers, and in-place operations.

import type { DType } from "../../core/dtype.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import * as functions from "./functions.js";
import { inplace } from "./inplace.js";
import { inplaceOperators } from "./inplace-operators.js";
import { imag, real } from "./parts.js";
import type { Operand, RealOf } from "./types.js";

/** The parts of complex numbers. */
export interface PartMethods<D extends DType> {
  /** The real parts: a view. */
  readonly real: NDArray<RealOf<D>>;
  /** The imaginary parts: a view of a complex array, zeros for others. */
  readonly imag: NDArray<RealOf<D>>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends PartMethods<D> {}
}

const partMethods: PartMethods<DType> & ThisType<NDArray> = {
  get real() {
    return real(this);
  },
  get imag() {
    return imag(this);
  },
};

const operations = { ...functions };

const inplaceMethods = Object.fromEntries(
  (Object.keys(inplaceOperators) as (keyof typeof inplaceOperators)[]).map((operation) => {
    const name = `${operation}Inplace`;
    const apply = operations[operation];
    const method = function (this: NDArray, b: Operand): NDArray {
      return inplace(operation, apply, this, b);
    };
    return [name, Object.defineProperty(method, "name", { value: name })];
  }),
);

addMethods(partMethods);
addMethods(inplaceMethods);
