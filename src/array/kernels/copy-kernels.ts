// Kernels that copy elements. They move bytes only, so there is one for each element size.

import { lazyGroup } from "./kernel-group.js";
import { rowKernels } from "./row-kernel.js";

/** The type as which elements of a size are moved. */
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
