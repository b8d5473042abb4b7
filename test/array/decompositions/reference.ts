// Matrices in plain JavaScript, for tests of decompositions: random ones, products, and how far two are apart. All is
// computed in double, complex numbers as pairs, one function for every dtype.

import type { NDArray } from "../../../src/array/ndarray.js";

/** A complex matrix in C order. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** A matrix of a function of its indices. */
export function matrixOf(
  rows: number,
  columns: number,
  at: (i: number, j: number) => [number, number],
): Matrix {
  const re = new Float64Array(rows * columns);
  const im = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) [re[i * columns + j], im[i * columns + j]] = at(i, j);
  }
  return { rows, columns, re, im };
}

/** Numbers between -1 and 1, the same for a seed. */
export function randomMatrix(rows: number, columns: number, isComplex: boolean, seed = 1): Matrix {
  let state = seed * 2_654_435_761 + rows * 7919 + columns;
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * 2 - 1;
  };
  return matrixOf(rows, columns, () => [next(), isComplex ? next() : 0]);
}

/** A B. */
export function times(a: Matrix, b: Matrix): Matrix {
  const c = matrixOf(a.rows, b.columns, () => [0, 0]);
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.columns; k++) {
      const re = a.re[i * a.columns + k] as number;
      const im = a.im[i * a.columns + k] as number;
      for (let j = 0; j < b.columns; j++) {
        const bRe = b.re[k * b.columns + j] as number;
        const bIm = b.im[k * b.columns + j] as number;
        c.re[i * c.columns + j]! += re * bRe - im * bIm;
        c.im[i * c.columns + j]! += re * bIm + im * bRe;
      }
    }
  }
  return c;
}

/** A^H. */
export function adjoint(a: Matrix): Matrix {
  return matrixOf(a.columns, a.rows, (i, j) => [
    a.re[j * a.columns + i] as number,
    -(a.im[j * a.columns + i] as number),
  ]);
}

/** The identity, or a diagonal. */
export function diagonal(values: ArrayLike<number>): Matrix {
  return matrixOf(values.length, values.length, (i, j) => [i === j ? (values[i] as number) : 0, 0]);
}

export function unit(n: number): Matrix {
  return diagonal(new Float64Array(n).fill(1));
}

/** A matrix with only what is on one side of the diagonal. */
export function triangle(a: Matrix, side: "lower" | "upper"): Matrix {
  return matrixOf(a.rows, a.columns, (i, j) =>
    (side === "lower" ? j <= i : j >= i)
      ? [a.re[i * a.columns + j] as number, a.im[i * a.columns + j] as number]
      : [0, 0],
  );
}

/** The largest element of A - B beside the largest of B, or beside `scale`. */
export function distance(a: Matrix, b: Matrix, scale = largest(b)): number {
  if (a.rows !== b.rows || a.columns !== b.columns) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < a.re.length; i++) {
    const own = Math.hypot(
      (a.re[i] as number) - (b.re[i] as number),
      (a.im[i] as number) - (b.im[i] as number),
    );
    if (!(own <= most)) most = own;
  }
  return most / Math.max(scale, Number.MIN_VALUE);
}

/** The largest element. */
export function largest(a: Matrix): number {
  let most = 0;
  for (let i = 0; i < a.re.length; i++)
    most = Math.max(most, Math.hypot(a.re[i] as number, a.im[i] as number));
  return most;
}

/** The elements in C order as the typed arrays of complex or real dtypes have them. */
export function elementsOf(matrices: readonly Matrix[], isComplex: boolean): Float64Array {
  const parts = matrices.flatMap(({ re, im }) =>
    isComplex ? Array.from(re, (one, i) => [one, im[i] as number]).flat() : [...re],
  );
  return Float64Array.from(parts);
}

/** The matrices of an array. */
export async function readMatrices(array: NDArray): Promise<Matrix[]> {
  const [rows = 1, columns = 1] = array.shape.slice(-2);
  const data = (await array.data()) as ArrayLike<number | bigint>;
  const lanes = array.dtype.startsWith("complex") ? 2 : 1;
  const size = rows * columns;
  return Array.from({ length: size === 0 ? 0 : array.size / size }, (_, index) =>
    matrixOf(rows, columns, (i, j) => {
      const at = lanes * (index * size + i * columns + j);
      return [Number(data[at]), lanes === 2 ? Number(data[at + 1]) : 0];
    }),
  );
}
