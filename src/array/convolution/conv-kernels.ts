// The kernels of image convolutions for the cpu device (conv.cuh).

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { conv, type ConvArguments } from "./kernels.gen.js";

/** The number of output channels that a block of the cpu device computes. */
export const CHANNELS_TOGETHER = 4;

/** The kernel of a dtype. */
export function convKernel(dtype: "float32" | "float64"): BuiltinKernel<ConvArguments> {
  return kernels[dtype];
}

/** The group of these kernels, for the catalogue. */
export const convGroup: () => KernelGroup = lazyGroup(() => ({
  name: "conv",
  kernels: [
    kernelText(conv, "conv_float32", { T: "float" }),
    kernelText(conv, "conv_float64", { T: "double" }),
  ],
}));

const kernels = {
  float32: new BuiltinKernel(convGroup, "conv_float32", conv),
  float64: new BuiltinKernel(convGroup, "conv_float64", conv),
};
