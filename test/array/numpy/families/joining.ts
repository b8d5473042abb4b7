// Joining, splitting, repeating, rolling and padding against NumPy.

import type * as cu from "../../../../src/array/array.js";
import type { CaseFamily } from "../family.js";

/** Joining and splitting. */
export const joining: CaseFamily = {
  name: "joining",
  calls: { copy: (x: cu.NDArray) => x.copy() },
  differences: [
    {
      operation: "repeat",
      why: "a negative number of times is an error for an empty array too",
      matches: ({ text }) => /^repeat\(\w+e, -1\)$/.test(text),
    },
  ],
};
