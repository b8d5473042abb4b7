// Products and einsum against NumPy. Sums of floats are made in another order than NumPy's, and those of 16-bit floats in
// float32, where einsum of NumPy rounds on the way.

import * as cu from "../../../../src/array/array.js";
import type { CaseFamily } from "../family.js";

const rounded = {
  float16: { ulps: 2, scaled: 4 },
  float32: { ulps: 2, scaled: 4 },
  float64: { ulps: 2, scaled: 4 },
};
const tolerance = {
  ...rounded,
  complex64: { ulps: 4, scaled: 8 },
  complex128: { ulps: 4, scaled: 8 },
} as const;

const decomposed = { ulps: 32, scaled: 64 } as const;

/** Products of matrices, vectors and tensors. */
export const products: CaseFamily = {
  name: "products",
  calls: {
    einsum: (...args: never[]) => {
      const { subscripts } = args.at(-1) as unknown as { subscripts: string };
      return cu.einsum(subscripts, ...(args.slice(0, -1) as cu.NDArray[]));
    },
    matrixPower: (x: cu.NDArray, power: number) => cu.linalg.matrixPower(x, power),
    inversePower: (x: cu.NDArray, power: number) => cu.linalg.matrixPower(x, power),
    multiDot: (...arrays: cu.NDArray[]) => cu.linalg.multiDot(arrays),
    linalgNorm: (x: cu.NDArray, options: object = {}) => cu.linalg.norm(x, options),
    spectralNorm: (x: cu.NDArray, options: object = {}) => cu.linalg.norm(x, options),
  },
  tolerances: {
    matmul: tolerance,
    dot: tolerance,
    inner: tolerance,
    vdot: tolerance,
    vecdot: tolerance,
    tensordot: tolerance,
    cross: tolerance,
    kron: tolerance,
    einsum: tolerance,
    multiDot: tolerance,
    matrixPower: tolerance,
    linalgNorm: tolerance,
    // What LU and singular values lose for matrices of this size.
    inversePower: decomposed,
    spectralNorm: decomposed,
  },
};
