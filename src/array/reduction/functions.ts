// The reductions that users call. Sums of float32 and 16-bit floats are added in short runs, whose totals are added in float64, so
// the error does not grow with the size. Nothing waits: results are arrays, even the single value of a whole array.

import { type DType, dtypeInfo } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape } from "../../core/shape.js";
import type { NDArray } from "../ndarray.js";
import { full } from "../creation.js";
import { absolute, sqrt, subtract } from "../elementwise/functions.js";
import { realTypeOf } from "../promotion.js";
import { toOptions } from "../core/axis-options.js";
import { type Axes, reducedShape, toAxes } from "../core/axes.js";
import { operandOf } from "../core/operand.js";
import { writeResult } from "../core/result.js";
import { reduce, reducedCount, reduceNames, type Reduction } from "./reduce.js";
import type { ReduceOperation } from "./reduce-kernels.js";
import { meanTypeOf, sumTypeOf } from "./result-types.js";
import type {
  CountFunction,
  MeanFunction,
  ReduceOptions,
  SameReduction,
  SumFunction,
  BooleanReduction,
  TypedReduceOptions,
  VarianceFunction,
  VarianceOptions,
} from "./types.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import {
  deviationRule,
  extremeRule,
  meanRule,
  prodRule,
  ptpRule,
  sumRule,
  varianceRule,
} from "./gradient.js";

/** The names of {@link TypedReduceOptions}. */
export const typedNames = optionNames<TypedReduceOptions>({
  axis: true,
  keepdims: true,
  out: true,
  dtype: true,
});

const varianceNames = optionNames<VarianceOptions>({
  axis: true,
  keepdims: true,
  out: true,
  dtype: true,
  ddof: true,
  correction: true,
});

/** The sum of the elements; integers are added up in 64 bits, and wrap. */
export const sum = operator(
  "sum",
  (x: NDArray, axisOrOptions?: TypedReduceOptions | Axes): NDArray => {
    const options = toOptions(axisOrOptions, "sum", typedNames);
    return gather("sum", x, options, sumTypeOf);
  },
  sumRule,
) as SumFunction;

/** The product of the elements; integers are multiplied in 64 bits, and wrap. */
export const prod = operator(
  "prod",
  (x: NDArray, axisOrOptions?: TypedReduceOptions | Axes): NDArray => {
    const options = toOptions(axisOrOptions, "prod", typedNames);
    const { dtype } = operandOf("prod", x);
    const result = chosen(options.dtype) ?? sumTypeOf(dtype);
    const how = { name: "prod", operation: "prod", input: result, result } as const;
    return reduce(x, options, how);
  },
  prodRule,
) as SumFunction;

/** The arithmetic mean; float64 for integers. NaN if there are no elements. */
export const mean = operator(
  "mean",
  (x: NDArray, axisOrOptions?: TypedReduceOptions | Axes): NDArray => {
    const options = toOptions(axisOrOptions, "mean", typedNames);
    const own = operandOf("mean", x);
    const result = chosen(options.dtype) ?? meanTypeOf(own.dtype);
    const divisor = reducedCount(own.shape, toAxes(options.axis, own.shape.length));
    if (meanTypeOf(result) !== result) return wholeMean(x, options, result);
    const how = { name: "mean", operation: "sum", input: result, result, divisor } as const;
    return reduce(x, options, how);
  },
  meanRule,
) as MeanFunction;

/** The variance: the mean of squared distances from the mean. NaN if there are no more elements than `ddof`. */
export const variance = operator(
  "var",
  (x: NDArray, axisOrOptions?: VarianceOptions | Axes): NDArray => {
    const options = toOptions(axisOrOptions, "var", varianceNames);
    const own = operandOf("var", x);
    const axes = toAxes(options.axis, own.shape.length);
    const divisor = Math.max(reducedCount(own.shape, axes) - (options.correction ?? options.ddof ?? 0), 0);
    const input = chosen(options.dtype) ?? meanTypeOf(own.dtype);
    if (meanTypeOf(input) !== input) {
      throw new ArgumentTypeError(
        "CUTS_OPERATION_DTYPE",
        `Cannot compute a variance: its dtype must be one of floats or complex numbers (got ${input})`,
      );
    }
    const result = realTypeOf(input);
    const centerOf = (): NDArray => mean(x, { axis: axes, keepdims: true, dtype: input });
    const how = { name: "var", operation: "squares", input: result, result, divisor } as const;
    if (input === result) return reduce(x, options, { ...how, shift: centerOf });
    using center = centerOf();
    using difference = subtract(x, center);
    using distance = absolute(difference);
    return reduce(distance, options, how);
  },
  varianceRule,
) as VarianceFunction;

/** The standard deviation: the square root of the variance. */
export const std = operator(
  "std",
  (x: NDArray, axisOrOptions?: VarianceOptions | Axes): NDArray => {
    const options = toOptions(axisOrOptions, "std", varianceNames);
    const made = variance(x, options);
    rootInPlace(made);
    return made;
  },
  deviationRule,
) as VarianceFunction;

/** The smallest element; NaN if an element is NaN. @throws RangeError `CUTS_EMPTY` where there are no elements. */
export const min = operator(
  "min",
  (x: NDArray, axisOrOptions: ReduceOptions | Axes = {}): NDArray => {
    const options = toOptions(axisOrOptions, "min", reduceNames);
    return extreme("min", x, options);
  },
  extremeRule,
) as SameReduction;

/** The largest element; NaN if an element is NaN. @throws RangeError `CUTS_EMPTY` where there are no elements. */
export const max = operator(
  "max",
  (x: NDArray, axisOrOptions: ReduceOptions | Axes = {}): NDArray => {
    const options = toOptions(axisOrOptions, "max", reduceNames);
    return extreme("max", x, options);
  },
  extremeRule,
) as SameReduction;

/** The largest element minus the smallest. @throws RangeError `CUTS_EMPTY` where there are no elements. */
export const ptp = operator(
  "ptp",
  (x: NDArray, axisOrOptions: ReduceOptions | Axes = {}): NDArray => {
    const options = toOptions(axisOrOptions, "ptp", reduceNames);
    const { out, ...rest } = options;
    using lowest = min(x, rest);
    const highest = max(x, rest);
    try {
      subtract(highest, lowest, { out: out ?? highest });
      return out ?? highest;
    } finally {
      if (out !== undefined) highest.dispose();
    }
  },
  ptpRule,
) as SameReduction;

/** Whether any element is not 0. */
export const any = operator<BooleanReduction>(
  "any",
  (x, axisOrOptions = {}) => {
    const options = toOptions(axisOrOptions, "any", reduceNames);
    return truth("any", x, "max", options);
  },
  "zero",
);

/** Whether all elements are not 0. */
export const all = operator<BooleanReduction>(
  "all",
  (x, axisOrOptions = {}) => {
    const options = toOptions(axisOrOptions, "all", reduceNames);
    return truth("all", x, "min", options);
  },
  "zero",
);

/** The number of elements that are not 0. */
export const countNonzero = operator<CountFunction>(
  "countNonzero",
  (x, axisOrOptions = {}) => {
    const options = toOptions(axisOrOptions, "countNonzero", reduceNames);
    operandOf("countNonzero", x);
    const how = { name: "countNonzero", operation: "sum", input: "bool", result: "int64" } as const;
    return reduceTruth(x, options, how) as NDArray<"int64">;
  },
  "zero",
);

/** The square root of the sum of squared magnitudes, along any axes. */
export function rootOfSquares(x: NDArray, options: ReduceOptions = {}): NDArray {
  const own = operandOf("norm", x);
  const result = realTypeOf(meanTypeOf(own.dtype));
  const how = { name: "norm", operation: "squares", input: result, result } as const;
  let made: NDArray;
  if (realTypeOf(own.dtype) === own.dtype) made = reduce(x, options, how);
  else {
    using distance = absolute(x);
    made = reduce(distance, options, how);
  }
  rootInPlace(made);
  return made;
}

function gather(
  name: "sum",
  x: NDArray,
  options: TypedReduceOptions,
  typeOf: (dtype: DType) => DType,
): NDArray {
  const { dtype } = operandOf(name, x);
  const given = chosen(options.dtype);
  return reduce(x, options, {
    name,
    operation: name,
    input: given ?? dtype,
    result: given ?? typeOf(dtype),
  });
}

/** A mean that is to be an integer: that of elements cast to it, without its fraction. */
function wholeMean(x: NDArray, { out, ...options }: TypedReduceOptions, dtype: DType): NDArray {
  using cast = x.astype(dtype);
  using exact = mean(cast, { ...options, dtype: "float64" });
  const result = exact.astype(dtype);
  return writeResult("mean", x, result.shape, dtype, out, () => result);
}

function extreme(name: "min" | "max", x: NDArray, options: ReduceOptions): NDArray {
  const { dtype } = operandOf(name, x);
  checkNotEmpty(name, x, options.axis);
  const how = { name, operation: name, input: dtype, result: dtype };
  return reduce(x, options, how);
}

/** Throws if a result would reduce no elements. */
export function checkNotEmpty(name: string, x: NDArray, axis: Axes | undefined): void {
  const axes = toAxes(axis, x.ndim);
  if (reducedCount(x.shape, axes) > 0 || reducedShape(x.shape, axes, false).includes(0)) return;
  throw new ArgumentRangeError(
    "CUTS_EMPTY",
    `Cannot compute ${name}: there must be an element at least, it has no value for none (got shape ${formatShape(x.shape)})`,
  );
}

function truth(
  name: string,
  x: NDArray,
  operation: ReduceOperation,
  options: ReduceOptions<"bool">,
): NDArray<"bool"> {
  const own = operandOf(name, x);
  const axes = toAxes(options.axis, own.shape.length);
  if (reducedCount(own.shape, axes) === 0) {
    const shape = reducedShape(own.shape, axes, options.keepdims === true);
    return writeResult(name, own, shape, "bool", options.out, () =>
      full(shape, operation === "min", { dtype: "bool", device: own.storage.device }),
    ) as NDArray<"bool">;
  }
  return reduceTruth(x, options, { name, operation, input: "bool", result: "bool" }) as NDArray<"bool">;
}

/** A reduction of whether elements are not 0. */
function reduceTruth(x: NDArray, options: ReduceOptions, how: Reduction): NDArray {
  const cast = x.dtype === "bool" ? undefined : x.astype("bool");
  try {
    return reduce(cast ?? x, options, how);
  } finally {
    cast?.dispose();
  }
}

function rootInPlace(x: NDArray): void {
  const root = sqrt as (x: NDArray, options: { out: NDArray }) => NDArray;
  root(x, { out: x });
}

function chosen(dtype: DType | undefined): DType | undefined {
  return dtype === undefined ? undefined : dtypeInfo(dtype).name;
}
