// Matrices in the layouts that every BLAS accepts: elements of a row (or of a column) are adjacent, and rows (or columns) are a
// fixed distance apart.

import type { Shape } from "../core/shape.js";
import type { Strides } from "../core/strides.js";
import type { MatrixSteps } from "./routines.js";

/** Sizes and leading dimensions must be below this, because BLAS takes them as int. */
export const MAX_INT = 2 ** 31;

/**
 * A matrix in row-major order, or in column-major order (`isTransposed`). `leading` is the distance between rows or columns, in
 * elements.
 */
export interface OrderedMatrix {
  readonly isTransposed: boolean;
  readonly leading: number;
}

/** The layout of a matrix as BLAS takes it; undefined if neither rows nor columns are contiguous. */
export function orderedMatrix(
  { byRow, byColumn }: MatrixSteps,
  rows: number,
  columns: number,
): OrderedMatrix | undefined {
  // An axis of size 1 has any stride.
  const ofRows = rows === 1 ? columns : byRow;
  const ofColumns = columns === 1 ? rows : byColumn;
  if ((byColumn === 1 || columns === 1) && ofRows >= columns && ofRows < MAX_INT)
    return { isTransposed: false, leading: ofRows };
  if ((byRow === 1 || rows === 1) && ofColumns >= rows && ofColumns < MAX_INT)
    return { isTransposed: true, leading: ofColumns };
  return undefined;
}

/** Whether BLAS accepts the matrices in the last two axes of an array, and no axis has a negative stride. */
export function takesMatrices(shape: Shape, strides: Strides): boolean {
  const rank = shape.length;
  for (let axis = 0; axis < rank; axis++)
    if ((strides[axis] as number) < 0 && shape[axis] !== 1) return false;
  const steps = { byRow: strides[rank - 2] as number, byColumn: strides[rank - 1] as number };
  return orderedMatrix(steps, shape[rank - 2] as number, shape[rank - 1] as number) !== undefined;
}
