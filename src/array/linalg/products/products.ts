// The products that array.ts exports.

export { einsum } from "./einsum.js";
export { matmul, type MatmulOptions, matmulPrecision } from "./matmul.js";
export { cross, type CrossOptions, kron, outer } from "./outer-products.js";
export type { MatmulPrecision } from "./product.js";
export {
  dot,
  inner,
  tensordot,
  type TensordotOptions,
  vdot,
  vecdot,
  type VecdotOptions,
} from "./tensor-products.js";
export type { LinalgNormOptions, MatrixNormOptions, MatrixOrder } from "./matrix-norm.js";
