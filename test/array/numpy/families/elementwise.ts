// Element-wise operations against NumPy: how exact each is, its declaration says. NumPy has errors of its own; functions of complex
// numbers differ more where real and imaginary parts cancel, because NumPy computes complex64 in float32 and CuTS in float64.

import * as cu from "../../../../src/array/array.js";
import { families } from "../../../../src/array/elementwise/families.js";
import type { CaseFamily } from "../family.js";

const declared = families.flatMap((one) => one.declarations);

/** The element-wise operations. */
export const elementwise: CaseFamily = {
  name: "elementwise",
  calls: {
    allclose: async (a: cu.NDArray, b: cu.NDArray, options?: cu.CloseOptions) =>
      cu.array(await cu.allclose(a, b, options)),
  },
  tolerances: Object.fromEntries(declared.map(({ name, tolerance }) => [name, tolerance])),
};
