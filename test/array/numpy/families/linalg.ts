// Solutions and decompositions against NumPy. Vectors are unique but for their signs, so they are multiplied again. NumPy
// decomposes float32 in double and rounds; CuTS stays in float32, as libraries on GPUs do: the tolerances are those of a
// backward stable algorithm on matrices far from singular.

import * as cu from "../../../../src/array/array.js";
import type { CaseFamily } from "../family.js";

const { linalg } = cu;
const far = { scaled: 64, ulps: 64 } as const;

/** The product of U (all or some columns), values and V^H. */
function multiplied(u: cu.NDArray, values: cu.NDArray, vh: cu.NDArray): cu.NDArray {
  const k = values.shape.at(-1) as number;
  const left = u.slice(["...", `0:${k}`]).mul(values.expandDims(-2));
  return cu.matmul(left, vh.slice(["...", `0:${k}`, ":"]));
}

/** What `linalg` has of decompositions. */
export const decompositions: CaseFamily = {
  name: "linalg",
  calls: {
    inv: (x: cu.NDArray) => linalg.inv(x),
    det: (x: cu.NDArray) => linalg.det(x),
    slogdet: (x: cu.NDArray) => Object.values(linalg.slogdet(x)) as cu.NDArray[],
    solve: (a: cu.NDArray, b: cu.NDArray) => linalg.solve(a, b),
    cholesky: (x: cu.NDArray, options = {}) => linalg.cholesky(x, options),
    qrProduct: (x: cu.NDArray, options: cu.QrOptions) => {
      const { q, r } = linalg.qr(x, options);
      return cu.matmul(q, r);
    },
    qrSizes: (x: cu.NDArray) => cu.absolute(linalg.qr(x, { mode: "r" })),
    svdvals: (x: cu.NDArray) => linalg.svdvals(x),
    svdProduct: (x: cu.NDArray, options: cu.SvdOptions) => {
      const { u, s, vh } = linalg.svd(x, { ...options, computeUv: true });
      return multiplied(u, s, vh);
    },
    eigvalsh: (x: cu.NDArray, options: cu.EighOptions = {}) => linalg.eigvalsh(x, options),
    eighProduct: (x: cu.NDArray) => {
      const { eigenvalues, eigenvectors } = linalg.eigh(x);
      const vectors = eigenvectors as cu.NDArray;
      return multiplied(vectors, eigenvalues, cu.conj(vectors).swapaxes(-1, -2));
    },
    pinv: (x: cu.NDArray) => linalg.pinv(x),
    matrixRank: (x: cu.NDArray) => linalg.matrixRank(x),
    cond: (x: cu.NDArray, options = {}) => linalg.cond(x, options),
    lstsq: (a: cu.NDArray, b: cu.NDArray) => Object.values(linalg.lstsq(a, b)) as cu.NDArray[],
    lstsqLow: (a: cu.NDArray, b: cu.NDArray) => linalg.lstsq(a, b).x,
  },
  tolerances: Object.fromEntries(
    [
      "inv",
      "det",
      "slogdet",
      "solve",
      "cholesky",
      "qrProduct",
      "qrSizes",
      "svdvals",
      "svdProduct",
      "eigvalsh",
      "eighProduct",
      "pinv",
      "cond",
      "lstsq",
      "lstsqLow",
    ].map((name) => [name, far]),
  ),
};
