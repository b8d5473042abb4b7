// Kernels that move elements without looking at them: one for each size, whatever the dtype.

import { lazyGroup } from "./kernel-group.js";
import { rowKernels } from "./row-kernel.js";

/** The type that elements of a size are moved as. */
export const copyWords: readonly (readonly [bytes: number, type: string])[] = [
  [1, "unsigned char"],
  [2, "unsigned short"],
  [4, "unsigned"],
  [8, "unsigned long long"],
  [16, "cuts_complex<double>"],
];

/** `copy1` to `copy16`: z = a. */
export const copyGroup = lazyGroup(() => ({
  name: "copy",
  kernels: copyWords.flatMap(([bytes, stored]) =>
    rowKernels({
      name: `copy${bytes}`,
      output: { name: "z", stored },
      inputs: [{ name: "a", stored }],
      statement: "z = a;",
    }),
  ),
}));
