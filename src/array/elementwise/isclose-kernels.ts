// Kernels that compare two numbers up to tolerances, which are passed by value: one for each float and complex dtype of 32 bits
// and more.

import type { DType } from "../../core/dtype.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { RowKernel } from "../kernels/launch-rows.js";
import { elementKernels } from "../kernels/row-kernel.js";
import { iscloseSource } from "./kernels.gen.js";

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
  kernels: (Object.keys(closeTypes) as CloseType[]).flatMap((dtype) => {
    const { stored } = kernelTypes[dtype];
    return elementKernels({
      name: `isclose_${dtype}`,
      source: iscloseSource,
      output: { name: "z", stored: "bool" },
      inputs: [
        { name: "a", stored },
        { name: "b", stored },
      ],
      scalars: scalarsOf(dtype),
      statement: "z = cuts_is_close(a, b, rtol, atol, equal_nan);",
    });
  }),
}));

/** The kernel of each dtype. */
export const iscloseKernels = {
  float32: kernelOf("float32"),
  float64: kernelOf("float64"),
  complex64: kernelOf("complex64"),
  complex128: kernelOf("complex128"),
} as const;

function kernelOf(dtype: CloseType): RowKernel<"rtol" | "atol" | "equal_nan"> {
  return new RowKernel(iscloseGroup, `isclose_${dtype}`, 3, scalarsOf(dtype));
}

function scalarsOf(dtype: CloseType) {
  return { rtol: closeTypes[dtype], atol: closeTypes[dtype], equal_nan: "int32" } as const;
}
