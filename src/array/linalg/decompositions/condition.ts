// Condition numbers, computed by norms, inverses and singular values, so they have gradients too.

import type { DType } from "../../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../../core/errors.js";
import { checkOptions, optionNames } from "../../../core/options.js";
import { formatShape } from "../../../core/shape.js";
import { formatValue } from "../../../core/text.js";
import { divide, isnan, logicalAnd, logicalNot, multiply } from "../../elementwise/functions.js";
import { where } from "../../elementwise/select.js";
import type { RealOf } from "../../elementwise/types.js";
import type { NDArray } from "../../ndarray.js";
import { operator } from "../../operators/operator.js";
import { any } from "../../reduction/functions.js";
import { slice } from "../../views.js";
import { matrixNorm } from "../products/matrix-norm.js";
import { matricesOf, type MatrixOf, squaresOf } from "./arguments.js";
import { inv, svdvals } from "./functions.js";

const condNames = optionNames<{ p: unknown }>({ p: true });

/**
 * The condition number: the largest singular value divided by the smallest, or the inverse for -2. For 1, -1, Infinity, -Infinity
 * and "fro", the norm of the matrix times the norm of its inverse. It is infinite for a singular matrix.
 * @throws RangeError `CUTS_EMPTY` for a matrix without elements; TypeError `CUTS_NORM`.
 */
export const cond = operator("linalg.cond", condOf, "composite");

function condOf<D extends DType>(
  a: NDArray<D>,
  options: { readonly p?: number | "fro" | undefined } = {},
): NDArray<RealOf<MatrixOf<D>>> {
  const action = "compute a condition number";
  checkOptions(options, condNames, "compute a condition number");
  const { p = 2 } = options;
  const { m, n, dtype } = matricesOf(action, a);
  if (m * n === 0) {
    throw new ArgumentRangeError(
      "CUTS_EMPTY",
      `Cannot ${action}: the matrix must have elements (got ${formatShape(a.shape)})`,
    );
  }
  if (![2, -2, 1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, "fro"].includes(p)) {
    throw new ArgumentTypeError(
      "CUTS_NORM",
      `Cannot ${action}: p must be 2, -2, 1, -1, Infinity, -Infinity or "fro" (got ${formatValue(p)})`,
    );
  }
  if (p !== 2 && p !== -2) squaresOf(action, a);
  using whole = (a as NDArray).astype(dtype);
  using ratio = p === 2 || p === -2 ? ratioOfValues(whole, p) : ratioOfNorms(whole, p);
  // 0 / 0 and Infinity x 0 are those of singular matrices, unless NaN was there before.
  using unknown = isnan(ratio);
  using wasUnknown = isnan(whole);
  using anyUnknown = any(wasUnknown, { axis: [-2, -1] });
  using wasKnown = logicalNot(anyUnknown);
  using isSingular = logicalAnd(unknown, wasKnown);
  return where(isSingular, Number.POSITIVE_INFINITY, ratio) as NDArray as NDArray<RealOf<MatrixOf<D>>>;
}

function ratioOfValues(a: NDArray, p: 2 | -2): NDArray {
  using s = svdvals(a) as NDArray;
  using first = slice(s, ["...", 0]);
  using last = slice(s, ["...", -1]);
  return p === 2 ? divide(first, last) : divide(last, first);
}

function ratioOfNorms(a: NDArray, ord: number | "fro"): NDArray {
  using inverse = inv(a, { check: false }) as NDArray;
  using own = matrixNorm(a, { ord });
  using other = matrixNorm(inverse, { ord });
  return multiply(own, other);
}
