// Kernels that select one of two elements by a condition. They move bytes only, so there is one for each element size.

import { copyWords } from "../kernels/copy-kernels.js";
import { lazyGroup } from "../kernels/kernel-group.js";
import { elementKernels } from "../kernels/row-kernel.js";

/** `select1` to `select16`: z = condition ? a : b. */
export const selectGroup = lazyGroup(() => ({
  name: "select",
  kernels: copyWords.flatMap(([bytes, stored]) =>
    elementKernels({
      name: `select${bytes}`,
      output: { name: "z", stored },
      inputs: [
        { name: "condition", stored: "bool" },
        { name: "a", stored },
        { name: "b", stored },
      ],
      statement: "z = condition ? a : b;",
    }),
  ),
}));
