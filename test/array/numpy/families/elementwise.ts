// Element-wise operations against NumPy.

import type { CaseFamily } from "../family.js";

/** The element-wise operations. */
export const elementwise: CaseFamily = {
  name: "elementwise",
};
