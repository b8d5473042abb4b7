// Dense row-major matrices in double precision for the oracles, by the textbook definitions.

import { FLOAT32_ROUNDING, summationBound } from "./compare.js";

/** A row-major matrix of any array of numbers. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: ArrayLike<number>;
}

/** The product, and for each element an upper bound on the error of computing it with float32 dot products. */
export function multiply(
  a: Matrix,
  b: Matrix,
  rounding = FLOAT32_ROUNDING,
): { values: Float64Array; bounds: Float64Array } {
  const values = new Float64Array(a.rows * b.columns);
  const bounds = new Float64Array(values.length);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.columns; j++) {
      let [sum, magnitude] = [0, 0];
      for (let k = 0; k < a.columns; k++) {
        const term = a.values[i * a.columns + k]! * b.values[k * b.columns + j]!;
        sum += term;
        magnitude += Math.abs(term);
      }
      values[i * b.columns + j] = sum;
      bounds[i * b.columns + j] = summationBound(a.columns, magnitude, rounding);
    }
  }
  return { values, bounds };
}

/** Rows become columns. */
export function transpose({ rows, columns, values }: Matrix): Matrix {
  const swapped = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) swapped[j * rows + i] = values[i * columns + j]!;
  }
  return { rows: columns, columns: rows, values: swapped };
}

/** The rows of a row-major matrix. */
export function rowsOf(values: ArrayLike<number>, columns: number): number[][] {
  return Array.from({ length: values.length / columns }, (_, r) =>
    Array.from({ length: columns }, (_, c) => values[r * columns + c]!),
  );
}
