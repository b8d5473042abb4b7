// cu.linalg: linear algebra under NumPy's names, as one object. Products are in products/, decompositions in
// decompositions/; what NumPy has at the top too (matmul, dot, einsum…) is exported by array.ts itself.

import { norm } from "../reduction/norm.js";

/** Linear algebra: products, norms, solutions and decompositions. */
export const linalg = {
  // products and norms
  vectorNorm: norm,
  // solutions and decompositions
} as const;
