// The kernels that transpose (transpose.cuh). They move bytes only, so there is one for each element size.

import { BuiltinKernel } from "./builtin-kernel.js";
import { copyWords } from "./copy-kernels.js";
import { kernelText } from "./kernel-definition.js";
import { type KernelGroup, lazyGroup } from "./kernel-group.js";
import { transpose, type TransposeArguments } from "./kernels.gen.js";

/** The rows and columns of a tile, as in transpose.cuh, and its threads. */
export const forms = {
  thread: { tile: 64, block: [1, 1, 1] },
  team: { tile: 32, block: [32, 8, 1] },
} as const;

/** `transpose1` to `transpose16`. */
export const transposeGroup: () => KernelGroup = lazyGroup(() => ({
  name: "transpose",
  kernels: copyWords.map(([bytes, stored]) => kernelText(transpose, `transpose${bytes}`, { T: stored })),
}));

/** The kernels, by element size in bytes. */
export const transposeKernels: ReadonlyMap<number, BuiltinKernel<TransposeArguments>> = new Map(
  copyWords.map(([bytes]) => [bytes, new BuiltinKernel(transposeGroup, `transpose${bytes}`, transpose)]),
);
