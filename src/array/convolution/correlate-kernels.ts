// The kernels of one-dimensional correlation (correlate.cuh).

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { correlate, type CorrelateArguments } from "./kernels.gen.js";

/** The dtypes that have a kernel. */
const correlatedTypes = ["int32", "int64", "float32", "float64", "complex64", "complex128"] as const;
type CorrelatedType = (typeof correlatedTypes)[number];

/** The kernel of a dtype. */
export function correlateKernel(dtype: DType): BuiltinKernel<CorrelateArguments> {
  return kernels[dtype as CorrelatedType];
}

/** The group of these kernels, for the catalogue. */
export const correlateGroup: () => KernelGroup = lazyGroup(() => ({
  name: "correlate",
  kernels: correlatedTypes.map((dtype) => {
    // Integers wrap, which only unsigned ones may.
    const stored =
      { int32: "unsigned", int64: "unsigned long long" }[dtype as string] ?? kernelTypes[dtype].stored;
    return kernelText(correlate, `correlate_${dtype}`, { T: stored });
  }),
}));

const kernels = Object.fromEntries(
  correlatedTypes.map((dtype) => [dtype, new BuiltinKernel(correlateGroup, `correlate_${dtype}`, correlate)]),
) as { readonly [D in CorrelatedType]: BuiltinKernel<CorrelateArguments> };
