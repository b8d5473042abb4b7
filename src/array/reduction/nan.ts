// Reductions that ignore NaN. For dtypes without NaN they are the ordinary reductions.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { divide, isnan, logicalNot } from "../elementwise/functions.js";
import { where } from "../elementwise/select.js";
import type { NDArray } from "../ndarray.js";
import { toOptions } from "../core/axis-options.js";
import { type Axes } from "../core/axes.js";
import { all, countNonzero, max, mean, min, sum, typedNames } from "./functions.js";
import { operandOf } from "../core/operand.js";
import { reduceNames } from "./reduce.js";
import type { MeanOf } from "./result-types.js";
import type { ReduceOptions, SumFunction, TypedReduceOptions } from "./types.js";
import { operator } from "../operators/operator.js";

/** The sum of the elements that are not NaN; 0 if there are none. */
export const nansum = operator(
  "nansum",
  (x: NDArray, axisOrOptions?: TypedReduceOptions | Axes): NDArray => {
    const options = toOptions(axisOrOptions, "nansum", typedNames);
    operandOf("nansum", x);
    if (!hasNaN(x.dtype)) return sum(x, options);
    using numbers = withoutNaN(x, 0);
    return sum(numbers, options);
  },
  "composite",
) as SumFunction;

/** The mean of the elements that are not NaN; NaN if there are none. */
export const nanmean = operator("nanmean", meanOfNumbers, "composite");

function meanOfNumbers<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: ReduceOptions<MeanOf<D>> | Axes = {},
): NDArray<MeanOf<D>> {
  const options = toOptions(axisOrOptions, "nanmean", reduceNames);
  operandOf("nanmean", x);
  if (!hasNaN(x.dtype)) return mean(x, options);
  const { out, ...rest } = options;
  using total = nansum(x, rest as ReduceOptions<never>);
  using missing = isnan(x);
  using present = logicalNot(missing);
  using whole = countNonzero(present, rest);
  using count = whole.astype(total.dtype);
  return divide(total, count, out === undefined ? {} : { out }) as NDArray as NDArray<MeanOf<D>>;
}

/** The smallest element that is not NaN; NaN if there is none. @throws RangeError `CUTS_EMPTY`. */
export const nanmin = operator("nanmin", smallestNumber, "composite");

function smallestNumber<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: ReduceOptions<D> | Axes = {},
): NDArray<D> {
  const options = toOptions(axisOrOptions, "nanmin", reduceNames);
  return extreme("nanmin", x, options, min, Number.POSITIVE_INFINITY);
}

/** The largest element that is not NaN; NaN if there is none. @throws RangeError `CUTS_EMPTY`. */
export const nanmax = operator("nanmax", largestNumber, "composite");

function largestNumber<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: ReduceOptions<D> | Axes = {},
): NDArray<D> {
  const options = toOptions(axisOrOptions, "nanmax", reduceNames);
  return extreme("nanmax", x, options, max, Number.NEGATIVE_INFINITY);
}

function extreme<D extends DType>(
  name: string,
  x: NDArray<D>,
  options: ReduceOptions<D>,
  reduce: typeof min,
  worst: number,
): NDArray<D> {
  operandOf(name, x);
  if (!hasNaN(x.dtype)) return reduce(x, options);
  if (dtypes[x.dtype].kind === "complex") {
    throw new ArgumentTypeError(
      "CUTS_OPERATION_DTYPE",
      `Cannot compute ${name}: it is not defined for this dtype (got ${x.dtype})`,
    );
  }
  const { out, ...rest } = options;
  using numbers = withoutNaN(x, worst);
  using found = reduce(numbers, rest as ReduceOptions);
  using missing = isnan(x);
  using isAlone = all(missing, rest);
  return where(isAlone, Number.NaN, found, out === undefined ? {} : { out: out }) as NDArray<D>;
}

function withoutNaN(x: NDArray, value: number): NDArray {
  using missing = isnan(x);
  return where(missing, value, x);
}

function hasNaN(dtype: DType): boolean {
  return dtypes[dtype].kind === "float" || dtypes[dtype].kind === "complex";
}
