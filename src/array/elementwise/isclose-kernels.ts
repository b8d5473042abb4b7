// Kernels that tell whether two numbers are close, with the tolerances passed by value: one for each float and complex dtype
// of 32 bits and more.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { unitKernel } from "../kernels/row-kernel.js";

/** The dtypes that numbers are compared in, and the dtype of their tolerances. */
export const closeTypes = {
  float32: "float32",
  float64: "float64",
  complex64: "float32",
  complex128: "float64",
} as const satisfies { readonly [D in DType]?: "float32" | "float64" };

/** A dtype with a kernel. */
export type CloseType = keyof typeof closeTypes;

/** `isclose_<dtype>`: z = |a - b| <= atol + rtol * |b| for a finite b, or a == b, or both NaN where these are equal. */
export const iscloseGroup: () => KernelGroup = lazyGroup(() => ({
  name: "isclose",
  helpers: `
template <class F> CUTS_INLINE F cuts_size_of(F x) { return fabs(x); }
template <class T> CUTS_INLINE T cuts_size_of(cuts_complex<T> x) { return hypot(x.re, x.im); }
template <class F> CUTS_INLINE bool cuts_is_finite(F x) { return x - x == 0; }
template <class T> CUTS_INLINE bool cuts_is_finite(cuts_complex<T> x) { return x.re - x.re == 0 && x.im - x.im == 0; }
template <class V, class F> CUTS_INLINE bool cuts_is_close(V a, V b, F rtol, F atol, int equal_nan) {
  if (a == b) return true;
  if (a != a && b != b) return equal_nan != 0;
  return cuts_is_finite(b) && cuts_size_of(a - b) <= atol + rtol * cuts_size_of(b);
}
`,
  kernels: (Object.keys(closeTypes) as CloseType[]).map((dtype) => {
    const { stored } = kernelTypes[dtype];
    return unitKernel({
      name: `isclose_${dtype}`,
      output: { name: "z", stored: "bool" },
      inputs: [
        { name: "a", stored },
        { name: "b", stored },
      ],
      scalars: [
        { name: "rtol", kind: closeTypes[dtype] },
        { name: "atol", kind: closeTypes[dtype] },
        { name: "equal_nan", kind: "int32" },
      ],
      statement: "z = cuts_is_close(a, b, rtol, atol, equal_nan);",
    });
  }),
}));

/** The kernel of each dtype. */
export const iscloseKernels: Readonly<Record<CloseType, BuiltinKernel>> = {
  float32: new BuiltinKernel(iscloseGroup, "isclose_float32_u"),
  float64: new BuiltinKernel(iscloseGroup, "isclose_float64_u"),
  complex64: new BuiltinKernel(iscloseGroup, "isclose_complex64_u"),
  complex128: new BuiltinKernel(iscloseGroup, "isclose_complex128_u"),
};
