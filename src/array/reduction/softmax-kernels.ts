// The kernels of softmax (softmax.cuh), by dtype.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { softmax, type SoftmaxArguments } from "./kernels.gen.js";

const floats = ["float16", "bfloat16", "float32", "float64"] as const;

/** The kernel for a float dtype. */
export function softmaxKernel(dtype: DType): BuiltinKernel<SoftmaxArguments> | undefined {
  return kernels.get(dtype);
}

/** All groups, for the catalogue. */
export function softmaxGroups(): readonly (() => KernelGroup)[] {
  return [softmaxGroup];
}

const softmaxGroup = lazyGroup(() => ({
  name: "softmax",
  fuses: true,
  kernels: floats.map((dtype) => {
    const { stored, computed } = kernelTypes[dtype];
    return kernelText(softmax, `softmax_${dtype}`, { S: stored, C: computed });
  }),
}));

const kernels: ReadonlyMap<DType, BuiltinKernel<SoftmaxArguments>> = new Map(
  floats.map((dtype) => [dtype, new BuiltinKernel(softmaxGroup, `softmax_${dtype}`, softmax)]),
);
