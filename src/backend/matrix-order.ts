// Matrices in memory as every BLAS takes them: rows, or columns, whose elements lie side by side, at one distance from each other.

import type { Shape } from "../core/shape.js";
import type { Strides } from "../core/strides.js";
import type { MatrixSteps } from "./routines.js";

/** Sizes and distances are ints. */
export const MAX_INT = 2 ** 31;

/** A matrix of rows, or, transposed, of columns, and the elements from one of them to the next. */
export interface OrderedMatrix {
  readonly isTransposed: boolean;
  readonly leading: number;
}

/** A matrix in such an order; undefined where neither rows nor columns lie side by side. */
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

/** Whether the matrices in the last two axes of an array are in such an order, and no axis runs backwards. */
export function takesMatrices(shape: Shape, strides: Strides): boolean {
  const rank = shape.length;
  for (let axis = 0; axis < rank; axis++)
    if ((strides[axis] as number) < 0 && shape[axis] !== 1) return false;
  const steps = { byRow: strides[rank - 2] as number, byColumn: strides[rank - 1] as number };
  return orderedMatrix(steps, shape[rank - 2] as number, shape[rank - 1] as number) !== undefined;
}
