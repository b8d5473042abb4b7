// Diagonals in cu.linalg, which are those of the last two axes. NumPy's top-level functions of these names use the first two.

import type { DType } from "../../core/dtype.js";
import { diagonal as diagonalOf, trace as traceOf } from "../creation-diagonals.js";
import type { WithDType } from "../creation-options.js";
import type { NDArray } from "../ndarray.js";
import type { SumOf } from "../reduction/result-types.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

const lastTwo = { axis1: -2, axis2: -1 } as const;

/** Options of {@link diagonal}. */
export interface MatrixDiagonalOptions {
  /** Which diagonal; 0, the main diagonal, by default. */
  readonly offset?: number | undefined;
}

const diagonalNames = optionNames<MatrixDiagonalOptions>({ offset: true });
const traceNames = optionNames<MatrixTraceOptions>({ offset: true, dtype: true });

/** A diagonal of each matrix, as the last axis of a view. */
export const diagonal = operator("linalg.diagonal", diagonalOfMatrices, "composite");

function diagonalOfMatrices<D extends DType>(x: NDArray<D>, options: MatrixDiagonalOptions = {}): NDArray<D> {
  checkOptions(options, diagonalNames, "compute diagonal");
  return diagonalOf(x, { ...lastTwo, ...options });
}

/** Options of {@link trace}. */
export interface MatrixTraceOptions<R extends DType = DType> extends MatrixDiagonalOptions {
  /** The dtype of the computation and the result; by default that of a sum. */
  readonly dtype?: R | undefined;
}

/** The sum of a diagonal of each matrix. */
export const trace = operator("linalg.trace", traceOfMatrices, "composite");

function traceOfMatrices<R extends DType>(
  x: NDArray,
  options: WithDType<R, MatrixTraceOptions<R>>,
): NDArray<NoInfer<R>>;
function traceOfMatrices<D extends DType, R extends DType = never>(
  x: NDArray<D>,
  options?: MatrixTraceOptions<R>,
): NDArray<SumOf<D> | NoInfer<R>>;
function traceOfMatrices(x: NDArray, options: MatrixTraceOptions = {}): NDArray {
  checkOptions(options, traceNames, "compute trace");
  return traceOf(x, { ...lastTwo, ...options });
}
