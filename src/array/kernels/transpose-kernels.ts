// The kernels that transpose (transpose.cuh): one for each size of element, whatever the dtype.

import { BuiltinKernel } from "./builtin-kernel.js";
import { copyWords } from "./copy-kernels.js";
import { kernelText } from "./kernel-definition.js";
import { type KernelGroup, lazyGroup } from "./kernel-group.js";
import { transpose, type TransposeArguments } from "./kernels.gen.js";

/** The rows and columns of a tile, as in transpose.cuh, and the threads that have it. */
export const forms = {
  thread: { tile: 64, block: [1, 1, 1] },
  team: { tile: 32, block: [32, 8, 1] },
} as const;

/** `transpose1` to `transpose16`. */
export const transposeGroup: () => KernelGroup = lazyGroup(() => ({
  name: "transpose",
  kernels: copyWords.map(([bytes, stored]) => kernelText(transpose, `transpose${bytes}`, { T: stored })),
}));

/** By bytes of an element. */
export const transposeKernels: ReadonlyMap<number, BuiltinKernel<TransposeArguments>> = new Map(
  copyWords.map(([bytes]) => [bytes, new BuiltinKernel(transposeGroup, `transpose${bytes}`, transpose)]),
);
