// The kernels that transpose (transpose.cuh): one for each size of element, whatever the dtype.

import { BuiltinKernel } from "./builtin-kernel.js";
import { copyWords } from "./copy-kernels.js";
import { kernelText } from "./kernel-definition.js";
import { type KernelGroup, lazyGroup } from "./kernel-group.js";
import { transpose, type TransposeArguments } from "./kernels.gen.js";

/** Rows and columns of a tile where threads run together, 32 x 8 of them. */
export const TILE = 32;
/** Rows and columns of a tile where threads take turns: one thread has it. */
export const HOST_TILE = 64;

/** `transpose1` to `transpose16`. */
export const transposeGroup: () => KernelGroup = lazyGroup(() => ({
  name: "transpose",
  kernels: copyWords.map(([bytes, stored]) => kernelText(transpose, `transpose${bytes}`, { T: stored })),
}));

/** By bytes of an element. */
export const transposeKernels: ReadonlyMap<number, BuiltinKernel<TransposeArguments>> = new Map(
  copyWords.map(([bytes]) => [bytes, new BuiltinKernel(transposeGroup, `transpose${bytes}`, transpose)]),
);
