// Diagonals, triangles, grids and spaces against NumPy.

import type { CaseFamily } from "../family.js";

/** Creation. */
export const creation: CaseFamily = {
  name: "creation",
  // Powers of the platform's C library, and of JavaScript's engine.
  tolerances: { logspace: { ulps: 4 }, geomspace: { ulps: 8 } },
};
