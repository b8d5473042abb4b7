// The kernels between real numbers and half spectra of transforms that are too long for a block (fold.cuh).

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { fftFold, type FftFoldArguments } from "./kernels.gen.js";
import type { Precision } from "./transform-kernel.js";

/**
 * What it does with rows of complex numbers: "unfold" the spectrum of h pairs to the half [0, h] of the spectrum of 2 h
 * numbers, twice as large; "fold" such a half to the spectrum of pairs; "complete" the half of a spectrum.
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
