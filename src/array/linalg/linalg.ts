// cu.linalg: linear algebra under NumPy's names, as one object. Products are in products/, decompositions in decompositions/.
// Functions that NumPy also has at the top level (matmul, dot, einsum…) are exported by array.ts itself.

import { cond } from "./decompositions/condition.js";
import {
  cholesky,
  det,
  eig,
  eigh,
  eigvals,
  eigvalsh,
  inv,
  lstsq,
  matrixRank,
  pinv,
  qr,
  slogdet,
  solve,
  svd,
  svdvals,
} from "./decompositions/functions.js";
import { norm as vectorNorm } from "../reduction/norm.js";
import { matrixTranspose } from "../joining/roll.js";
import { diagonal, trace } from "./matrix-diagonals.js";
import { matrixPower, multiDot } from "./products/chains.js";
import { matmul } from "./products/matmul.js";
import { matrixNorm, norm } from "./products/matrix-norm.js";
import { cross, outer } from "./products/outer-products.js";
import { tensordot, vecdot } from "./products/tensor-products.js";

/** Linear algebra: products, norms, linear systems and decompositions. */
export const linalg = {
  // products and norms
  cross,
  diagonal,
  matmul,
  matrixNorm,
  matrixPower,
  matrixTranspose,
  multiDot,
  norm,
  outer,
  tensordot,
  trace,
  vecdot,
  vectorNorm,
  // solutions and decompositions
  cholesky,
  cond,
  det,
  eig,
  eigh,
  eigvals,
  eigvalsh,
  inv,
  lstsq,
  matrixRank,
  pinv,
  qr,
  slogdet,
  solve,
  svd,
  svdvals,
} as const;
