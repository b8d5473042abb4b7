// The kernels that convert between real transforms and complex transforms of half the length, if these are too long for one block
// (fold.cuh).

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { fftFold, type FftFoldArguments } from "./kernels.gen.js";
import type { Precision } from "./transform-kernel.js";

/**
 * The conversions: "unfold" turns the spectrum of h complex pairs into the half [0, h] of the spectrum of 2 h real numbers, scaled
 * by 2; "fold" is the inverse; "complete" fills in the other half of a spectrum.
 */
export const foldModes = { unfold: 0, fold: 1, complete: 2 } as const;

/** The kernel of a precision. */
export function foldKernel(precision: Precision): BuiltinKernel<FftFoldArguments> {
  return kernels[precision];
}

/** The groups, for the catalogue. */
export function foldGroups(): readonly (() => KernelGroup)[] {
  return Object.values(groups);
}

function group(precision: Precision): () => KernelGroup {
  const T = precision === "float32" ? "float" : "double";
  return lazyGroup(() => ({
    name: `fft-fold.${precision}`,
    kernels: [kernelText(fftFold, `fft_fold_${precision}`, { T })],
  }));
}

const groups = { float32: group("float32"), float64: group("float64") };
const kernels = {
  float32: new BuiltinKernel(groups.float32, "fft_fold_float32", fftFold),
  float64: new BuiltinKernel(groups.float64, "fft_fold_float64", fftFold),
};
