// The real and imaginary parts of complex arrays, as views: writing them writes the array.

import type { DType } from "../../core/dtype.js";
import { makePartView, makeView } from "../allocate.js";
import { type NDArray, usableArray } from "../ndarray.js";
import { zeros } from "../creation.js";
import type { RealOf } from "./types.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";

/** The real parts: a view of the array. */
export const real = operator("real", realParts, { gradient: ({ grad }) => [grad] });

function realParts<D extends DType>(a: NDArray<D>): NDArray<RealOf<D>> {
  usableArray(a, "take the real part of an array");
  const view = isComplex(a) ? makePartView(a, 0) : makeView(a, a.shape, a.strides, a.offset);
  return view as NDArray<RealOf<D>>;
}

/** The imaginary parts: a view of a complex array, new zeros for others. */
export const imag = operator("imag", imaginaryParts, {
  gradient: ({ grad, args: [a] }: GradientCall<readonly [NDArray]>) => [
    isComplex(a) ? grad.mul({ re: 0, im: 1 }) : null,
  ],
});

function imaginaryParts<D extends DType>(a: NDArray<D>): NDArray<RealOf<D>> {
  usableArray(a, "take the imaginary part of an array");
  const parts = isComplex(a) ? makePartView(a, 1) : zeros(a.shape, { dtype: a.dtype, device: a.device });
  return parts as NDArray<RealOf<D>>;
}

function isComplex(a: NDArray): a is NDArray<"complex64" | "complex128"> {
  return a.dtype === "complex64" || a.dtype === "complex128";
}
