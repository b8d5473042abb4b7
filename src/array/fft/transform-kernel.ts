// The kernel of Fourier transforms, one for each precision, and the flags of its launches.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { fft, type FftArguments } from "./kernels.gen.js";

/** The precision of the computation. */
export type Precision = "float32" | "float64";

/** The bits of `flags`, as in transform.cuh. */
export const transformFlags = {
  linear: 1,
  chirp: 2,
  halfIn: 4,
  mirrorIn: 8,
  halfOut: 16,
  turnLanes: 32,
  turnOuter: 64,
} as const;

/** The kernel of a precision. */
export function transformKernel(precision: Precision): BuiltinKernel<FftArguments> {
  return kernels[precision];
}

/** The groups of transforms, for the catalogue. */
export function transformGroups(): readonly (() => KernelGroup)[] {
  return Object.values(groups);
}

function group(precision: Precision): () => KernelGroup {
  const T = precision === "float32" ? "float" : "double";
  return lazyGroup(() => ({
    name: `fft.${precision}`,
    kernels: [kernelText(fft, `fft_${precision}`, { T })],
  }));
}

const groups = { float32: group("float32"), float64: group("float64") };
const kernels = {
  float32: new BuiltinKernel(groups.float32, "fft_float32", fft),
  float64: new BuiltinKernel(groups.float64, "fft_float64", fft),
};
