// median, quantile and percentile: interpolated between neighbors of the sorted elements.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { pointerAt } from "../kernels/pointer.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { toOptions } from "../core/axis-options.js";
import { checkNotEmpty } from "../reduction/functions.js";
import { type Axes, reducedShape, toAxes } from "../core/axes.js";
import { launchOf } from "../reduction/partition.js";
import { operandOf } from "../core/operand.js";
import { type MeanOf, meanTypeOf } from "../reduction/result-types.js";
import { reshape, transpose } from "../views.js";
import { quantileKernels } from "./histogram-kernels.js";
import { placeByMethod, type QuantileMethod } from "./quantile-methods.js";
import { sort } from "./sort.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";
import { sizeOf } from "../../core/shape.js";
import { unslice } from "../unslice.js";

/** Options of {@link median}. */
export interface MedianOptions {
  /** The axis or axes; all by default. */
  readonly axis?: Axes | undefined;
  /** Whether these axes stay, with size 1. */
  readonly keepdims?: boolean | undefined;
}

const medianNames = optionNames<MedianOptions>({ axis: true, keepdims: true });

/** Options of {@link quantile} and {@link percentile}. */
export interface QuantileOptions extends MedianOptions {
  /** The method between two elements; linear interpolation by default. */
  readonly method?: QuantileMethod | undefined;
}

const quantileNames = optionNames<QuantileOptions>({ axis: true, keepdims: true, method: true });

/**
 * The middle of the sorted elements, or the mean of the two middle ones; NaN if an element is NaN.
 * @throws RangeError `CUTS_EMPTY`.
 */
export const median = operator("median", medianOf, { saves: [0], gradient: ofMedian });

function medianOf<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: MedianOptions | Axes = {},
): NDArray<MeanOf<D>> {
  return quantilesOf("median", x, 0.5, toOptions(axisOrOptions, "median", medianNames)) as NDArray<MeanOf<D>>;
}

/**
 * The value below which a fraction q of the elements lies; several values of q add an axis in front. NaN if an element is NaN.
 * @throws RangeError `CUTS_QUANTILE`, `CUTS_EMPTY`; TypeError `CUTS_QUANTILE_METHOD`.
 */
export const quantile = operator("quantile", quantileOf, { saves: [0], gradient: ofQuantile });

function quantileOf<D extends DType>(
  x: NDArray<D>,
  q: number | readonly number[],
  axisOrOptions: QuantileOptions | Axes = {},
): NDArray<MeanOf<D>> {
  return quantilesOf("quantile", x, q, toOptions(axisOrOptions, "quantile", quantileNames)) as NDArray<
    MeanOf<D>
  >;
}

/** {@link quantile} with q in percent. */
export const percentile = operator("percentile", percentileOf, { saves: [0], gradient: ofPercentile });

function percentileOf<D extends DType>(
  x: NDArray<D>,
  q: number | readonly number[],
  axisOrOptions: QuantileOptions | Axes = {},
): NDArray<MeanOf<D>> {
  return quantilesOf("percentile", x, q, toOptions(axisOrOptions, "percentile", quantileNames)) as NDArray<
    MeanOf<D>
  >;
}

function quantilesOf(
  name: string,
  x: NDArray,
  q: number | readonly number[],
  options: QuantileOptions,
): NDArray {
  const own = operandOf(name, x);
  const whole = name === "percentile" ? 100 : 1;
  const shares = (Array.isArray(q) ? (q as readonly number[]) : [q as number]).map((one) => {
    if (typeof one === "number" && one >= 0 && one <= whole) return one / whole;
    throw new ArgumentRangeError(
      "CUTS_QUANTILE",
      `Cannot compute ${name}: q must be a number between 0 and ${whole}, or a list of such (got ${formatValue(q)})`,
    );
  });
  const placeOf = placeByMethod(name, options.method ?? "linear");
  const axes = toAxes(options.axis, own.shape.length);
  checkNotEmpty(name, x, axes);
  const dtype = meanTypeOf(own.dtype);
  if (dtypes[dtype].kind === "complex") {
    throw new ArgumentTypeError(
      "CUTS_OPERATION_DTYPE",
      `Cannot compute ${name}: it is not defined for complex numbers (got ${own.dtype})`,
    );
  }
  const computed = dtype === "float64" ? "float64" : "float32";
  const shape = reducedShape(own.shape, axes, options.keepdims === true);
  const kept = [...own.shape.keys()].filter((axis) => !axes.includes(axis));
  const keptShape = kept.map((axis) => own.shape[axis] as number);
  using moved = transpose(x, [...kept, ...axes]);
  using rows = reshape(moved, ...keptShape, own.size === 0 ? 0 : -1);
  using cast = rows.astype(computed);
  using sorted = sort(cast);
  const stream = currentStream(own.storage.device);
  const result = allocateArray(stream, computed, typeof q === "number" ? shape : [shares.length, ...shape]);
  const n = sorted.shape.at(-1) as number;
  const size = n === 0 ? 0 : sorted.size / n;
  for (const [index, share] of shares.entries()) {
    if (size === 0) break;
    const { low, part } = placeOf(share, n);
    useStorages([result, sorted], stream);
    const kernel = quantileKernels[computed].on(stream.device, widthOf(stream.device, [sorted]));
    kernel.set({
      out: pointerAt(result, index * size * dtypes[computed].byteLength),
      sorted,
      n,
      rows: size,
      low,
      part,
    });
    kernel.launch(launchOf([Math.ceil(size / 256), 1, 1], [256, 1, 1], size), stream);
  }
  if (computed === dtype) return result;
  const narrow = result.astype(dtype);
  result.dispose();
  return narrow;
}

function ofMedian({ grad, args: [x, given] }: GradientCall<Parameters<typeof medianOf>>): NDArray[] {
  return [ofQuantiles(grad, x, 0.5, toOptions(given, "median", medianNames))];
}

function ofQuantile({ grad, args: [x, q, given] }: GradientCall<Parameters<typeof quantileOf>>): NDArray[] {
  return [ofQuantiles(grad, x, q, toOptions(given, "quantile", quantileNames))];
}

function ofPercentile({ grad, args: [x, q, given] }: GradientCall<Parameters<typeof quantileOf>>): NDArray[] {
  const shares = typeof q === "number" ? q / 100 : q.map((one) => one / 100);
  return [ofQuantiles(grad, x, shares, toOptions(given, "percentile", quantileNames))];
}

/** Gradients go to the two neighbours, each by its part, at their places before the sort. */
function ofQuantiles(
  grad: NDArray,
  x: NDArray,
  q: number | readonly number[],
  options: QuantileOptions,
): NDArray {
  const axes = toAxes(options.axis, x.ndim);
  const kept = [...x.shape.keys()].filter((axis) => !axes.includes(axis));
  const order = [...kept, ...axes];
  const turned = order.map((axis) => x.shape[axis] as number);
  const keptShape = turned.slice(0, kept.length);
  const n = sizeOf(turned.slice(kept.length));
  const shares = typeof q === "number" ? [q] : q;
  const grads = grad.reshape([shares.length, ...keptShape, 1]);
  const placeOf = placeByMethod("quantile", options.method ?? "linear");
  let rows: NDArray | undefined;
  for (const [at, share] of shares.entries()) {
    const { low, part } = placeOf(share, n);
    const own = grads.slice(at);
    for (const [place, weight] of [
      [low, 1 - part],
      [Math.min(low + 1, n - 1), part],
    ] as const) {
      if (weight === 0) continue;
      const placed = unslice(own.mul(weight), [...keptShape, n], ["...", `${place}:${place + 1}`]);
      rows = rows === undefined ? placed : rows.add(placed);
    }
  }
  const places = x
    .transpose(order)
    .reshape([...keptShape, -1])
    .argsort();
  const ranks = places.argsort();
  const found = (rows as NDArray).takeAlongAxis(ranks);
  return found.reshape(turned).transpose(order.map((_, axis) => order.indexOf(axis)));
}
