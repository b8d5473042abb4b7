// Running sums and products as in the array API standard: along one axis, and optionally with the neutral element first.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, toAxis } from "../../core/shape.js";
import { full } from "../creation.js";
import type { WithDType } from "../creation-options.js";
import type { NDArray } from "../ndarray.js";
import { toOptions } from "../core/axis-options.js";
import type { SumOf } from "../reduction/result-types.js";
import { cumprod, cumsum } from "../reduction/scan.js";
import { operandOf } from "../core/operand.js";
import { concatenate } from "../joining/concatenate.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** Options of {@link cumulativeSum} and {@link cumulativeProd}. */
export interface CumulativeOptions<R extends DType = DType> {
  /** The axis along which is summed; an array with several must name it. */
  readonly axis?: number | undefined;
  /** The dtype that is computed in and that the result has. */
  readonly dtype?: R | undefined;
  /** Begins with 0 (sum) or 1 (product), so that the result is one longer. */
  readonly includeInitial?: boolean | undefined;
}

const cumulativeNames = optionNames<CumulativeOptions>({ axis: true, dtype: true, includeInitial: true });

/** Running sums and products along an axis. */
export interface CumulativeFunction {
  <R extends DType>(x: NDArray, options: WithDType<R, CumulativeOptions<R>>): NDArray<NoInfer<R>>;
  <D extends DType, R extends DType = never>(
    x: NDArray<D>,
    axisOrOptions?: CumulativeOptions<R> | number,
  ): NDArray<SumOf<D> | NoInfer<R>>;
}

/** Running sums along an axis. @throws TypeError `CUTS_AXIS_NEEDED`. */
export const cumulativeSum = operator(
  "cumulativeSum",
  (x: NDArray, axisOrOptions?: CumulativeOptions | number): NDArray => {
    return cumulative(
      "cumulativeSum",
      cumsum,
      0,
      x,
      toOptions(axisOrOptions, "cumulativeSum", cumulativeNames),
    );
  },
  "composite",
) as CumulativeFunction;

/** Running products along an axis. @throws TypeError `CUTS_AXIS_NEEDED`. */
export const cumulativeProd = operator(
  "cumulativeProd",
  (x: NDArray, axisOrOptions?: CumulativeOptions | number): NDArray => {
    return cumulative(
      "cumulativeProd",
      cumprod,
      1,
      x,
      toOptions(axisOrOptions, "cumulativeProd", cumulativeNames),
    );
  },
  "composite",
) as CumulativeFunction;

function cumulative(
  name: string,
  scan: (x: NDArray, options: { axis: number; dtype?: DType | undefined }) => NDArray,
  initial: number,
  x: NDArray,
  options: CumulativeOptions,
): NDArray {
  operandOf(name, x);
  if (options.axis === undefined && x.ndim !== 1) {
    throw new ArgumentTypeError(
      "CUTS_AXIS_NEEDED",
      `Cannot compute ${name}: an array that has not one axis needs { axis } (got shape ${formatShape(x.shape)})`,
    );
  }
  const axis = toAxis(options.axis ?? 0, x.ndim);
  const totals = scan(x, { axis, dtype: options.dtype });
  if (options.includeInitial !== true) return totals;
  using whole = totals;
  using first = full(totals.shape.with(axis, 1), initial, { dtype: totals.dtype, device: totals.device });
  return concatenate([first, whole], axis);
}
