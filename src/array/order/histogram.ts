// histogram and bincount. The shape of a histogram is known beforehand; that of bincount depends on the largest number, so it
// returns a promise.

import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { type DType, dtypes } from "../../core/dtype.js";
import { formatShape, shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { faultAddress } from "../../runtime/failures/fault-address.js";
import type { FaultWords } from "../../runtime/failures/fault-page.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { copy } from "../copy.js";
import { array, zeros } from "../creation.js";
import { divide, equal, multiply, subtract } from "../elementwise/functions.js";
import { where } from "../elementwise/select.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { max, min, sum } from "../reduction/functions.js";
import { launchOf } from "../reduction/partition.js";
import { operandOf } from "../core/operand.js";
import { reshape, slice } from "../views.js";
import { countInBins, takesBins } from "./count.js";
import { type Extent, extentOf, hasExtent } from "./extent.js";
import { bincountKernel, edgesKernel, histogramKernel } from "./histogram-kernels.js";
import { searchsorted } from "./sort.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** Options of {@link histogram}. */
export interface HistogramOptions {
  /**
   * The number of bins of equal width, 10 by default; or the edges of the bins in ascending order, which is not checked for edges
   * in an array.
   */
  readonly bins?: number | readonly number[] | NDArray | undefined;
  /** The lowest and highest value that are counted; by default those of the array. Not used with edges. */
  readonly range?: readonly [number, number] | undefined;
  /** The weight of each element, in the shape of the array; 1 by default. */
  readonly weights?: NDArray | undefined;
  /** Whether counts are scaled so that the area under the histogram is 1. */
  readonly density?: boolean | undefined;
}

const histogramNames = optionNames<HistogramOptions>({
  bins: true,
  range: true,
  weights: true,
  density: true,
});

/**
 * Counts of elements in bins, and the edges of the bins. A bin includes its left edge, and the last bin both edges. Counts are
 * int64, or float64 with `weights` or `density`.
 * @throws RangeError `CUTS_BINS`; TypeError `CUTS_BINS`, `CUTS_WEIGHTS`. Where no range is
 * given and there are NaN or infinities, awaiting the counts or the edges throws an error.
 * @example cu.histogram(x, { bins: 64 }); cu.histogram(x, { bins: [0, 1, 10, 100] });
 */
export const histogram = operator("histogram", histogramOf, "zero");

function histogramOf(
  x: NDArray,
  options: HistogramOptions = {},
): { readonly counts: NDArray; readonly edges: NDArray } {
  const own = operandOf("histogram", x);
  checkOptions(options, histogramNames, "compute a histogram");
  const { bins = 10, range, weights, density = false } = options;
  checkReal("histogram", own.dtype);
  checkWeights("histogram", x, weights);
  if (typeof bins === "number") checkBins(bins, range);
  using flat = reshape(x, -1);
  const edges =
    typeof bins === "number" ? equalEdges(flat, bins, range) : givenEdges(bins, own.storage.device);
  using exact = edges.astype("float64");
  const counts =
    typeof bins === "number" ? count(flat, weights, bins, exact) : countBetween(flat, exact, weights);
  if (!density) return { counts: finished(counts, weights), edges };
  using total = sum(counts);
  using right = slice(exact, "1:");
  using left = slice(exact, ":-1");
  using width = subtract(right, left);
  using area = multiply(width, total);
  const result = divide(counts, area);
  counts.dispose();
  return { counts: result, edges };
}

function checkBins(bins: number, range: HistogramOptions["range"]): void {
  if (!Number.isInteger(bins) || bins < 1) {
    throw new ArgumentRangeError(
      "CUTS_BINS",
      `Cannot compute a histogram: bins must be a whole number and at least 1 (got ${formatValue(bins)})`,
    );
  }
  if (range === undefined) return;
  if (Number.isFinite(range[0]) && Number.isFinite(range[1]) && range[0] <= range[1]) return;
  throw new ArgumentRangeError(
    "CUTS_BINS",
    `Cannot compute a histogram: the range must be two finite numbers in order (got ${formatValue(range)})`,
  );
}

/** Edges of bins of one width over a range, or over that of the values; in the dtype of the array where it is a float's. */
function equalEdges(values: NDArray, bins: number, range: HistogramOptions["range"]): NDArray {
  const { device } = values.storage;
  const { dtype } = values;
  const stream = currentStream(device);
  const stored = dtypes[dtype].kind === "float" ? dtype : "float64";
  const given = range ?? (values.size === 0 ? ([0, 1] as const) : undefined);
  if (given !== undefined) {
    const edges = edgesBetween(given, bins);
    return array(stored === "float32" ? new Float32Array(edges) : edges, { dtype: stored, device });
  }
  const ofValues = (find: typeof min): NDArray<"float64"> => {
    using found = find(values);
    return found.astype("float64");
  };
  using low = ofValues(min);
  using high = ofValues(max);
  using exact = allocateArray(stream, "float64", [bins + 1]);
  useStorages([exact, low, high], stream);
  const mayBeNone = dtypes[dtype].kind === "float";
  const report = mayBeNone ? { start: faultAddress(stream, explainRange) } : undefined;
  const edging = edgesKernel.on(device, 32);
  edging.set({ edges: exact, low, high, bins, report });
  edging.launch(launchOf([Math.ceil((bins + 1) / 256), 1, 1], [256, 1, 1]), stream);
  return exact.astype(stored);
}

/** As `histogram_edges` of histogram.cuh makes them. */
function edgesBetween([low, high]: readonly [number, number], bins: number): Float64Array {
  const [from, to] = low === high ? [low - 0.5, high + 0.5] : [low, high];
  const width = (to - from) / bins;
  const edges = new Float64Array(bins + 1);
  for (let i = 0; i < bins; i++) edges[i] = i * width + from;
  edges[bins] = to;
  return edges;
}

/** The error for values that have no finite range. */
function explainRange([, low = 0n, high = 0n]: FaultWords): Error {
  const [from, to] = new Float64Array(BigInt64Array.of(low, high).buffer);
  return new ArgumentRangeError(
    "CUTS_BINS",
    `Cannot compute a histogram: the values must have a finite range (got ${formatValue(from)} to ${formatValue(to)})` +
      "\nTry: { range: [low, high] }, outside of which nothing is counted, NaN neither",
  );
}

/** Edges as users give them, as a new array. */
function givenEdges(bins: readonly number[] | NDArray, device: DeviceCore): NDArray {
  if (isNDArray(bins)) {
    bins.check("compute a histogram");
    checkReal("histogram", bins.dtype);
    if (bins.ndim === 1 && bins.size >= 2 && bins.storage.device === device) return copy(bins);
  } else if (Array.isArray(bins) && bins.length >= 2) {
    const isUpwards = bins.every((edge, index) => index === 0 || edge >= (bins[index - 1] as number));
    if (isUpwards) return array(bins, { dtype: "float64", device });
    throw new ArgumentRangeError(
      "CUTS_BINS",
      `Cannot compute a histogram: edges of bins must go upwards (got ${formatValue(bins)})`,
    );
  }
  throw new ArgumentTypeError(
    "CUTS_BINS",
    "Cannot compute a histogram: bins must be a whole number, or two edges at least in a list or a vector on the device " +
      `of the array (got ${isNDArray(bins) ? describeArray(bins) : formatValue(bins)})`,
  );
}

/** Counts in bins of any width. */
function countBetween(x: NDArray, edges: NDArray<"float64">, weights: NDArray | undefined): NDArray {
  const bins = edges.size - 1;
  using values = x.astype("float64");
  using after = searchsorted(edges, values, { side: "right" });
  using bin = subtract(after, 1);
  // The last bin has its right edge too. What is below or above all bins gets -1 or `bins`, which count for nothing.
  using end = slice(edges, bins);
  using isLast = equal(values, end);
  using own = where(isLast, bins - 1, bin);
  return count(own, weights, bins, undefined);
}

/** Options of {@link bincount}. */
export interface BincountOptions {
  /** The weight of each element; 1 by default. */
  readonly weights?: NDArray | undefined;
  /** The minimum length of the result. */
  readonly minlength?: number | undefined;
}

const bincountNames = optionNames<BincountOptions>({ weights: true, minlength: true });

/**
 * How often each of 0, 1, 2, … occurs in a vector of integers; float64 with `weights`.
 * @throws TypeError `CUTS_OPERATION_DTYPE`, `CUTS_WEIGHTS`; RangeError `CUTS_NEGATIVE` where a number is negative.
 */
export const bincount = operator("bincount", countsOf, "zero");

async function countsOf(x: NDArray, options: BincountOptions = {}): Promise<NDArray> {
  const own = operandOf("bincount", x);
  checkOptions(options, bincountNames, "compute bincount");
  const { weights, minlength = 0 } = options;
  const { kind } = dtypes[own.dtype];
  if ((kind !== "int" && kind !== "uint") || own.shape.length !== 1) {
    throw new ArgumentTypeError(
      "CUTS_OPERATION_DTYPE",
      `Cannot compute bincount: it takes a vector of integers (got ${own.dtype}${formatShape(own.shape)})`,
    );
  }
  checkWeights("bincount", x, weights);
  const { copy: kept, low, high } = hasExtent(x) ? await extentOf(x) : await extremesOf(x);
  using values = kept;
  if (low < 0) {
    throw new ArgumentRangeError(
      "CUTS_NEGATIVE",
      `Cannot compute bincount: numbers must be at least 0 (got ${low})`,
    );
  }
  return finished(count(values, weights, Math.max(minlength, Number(high) + 1), undefined), weights);
}

/** As {@link extentOf}, on any device; from 0 to -1 where there are no elements. */
async function extremesOf(x: NDArray): Promise<Extent> {
  // The array may be changed while its numbers are waited for.
  const values = x.copy();
  if (x.size === 0) return { copy: values, low: 0n, high: -1n };
  using low = min(values);
  using high = max(values);
  const [least, most] = await Promise.all([low.item(), high.item()]);
  return { copy: values, low: BigInt(least as number), high: BigInt(most as number) };
}

/**
 * Counts of elements, in int64, or in float64, which is exact up to 2^53. Without edges each element is the number of its bin.
 */
function count(
  x: NDArray,
  weights: NDArray | undefined,
  bins: number,
  edges: NDArray<"float64"> | undefined,
): NDArray {
  const { device } = x.storage;
  if (weights === undefined && takesBins(x, bins, edges === undefined)) return countInBins(x, bins, edges);
  using values = x.astype(edges === undefined ? "int64" : "float64");
  const stream = currentStream(device);
  const n = values.size;
  const blocks = Math.max(1, Math.min(Math.ceil(n / 16_384), device.backend.properties.multiprocessors * 4));
  const { teamThreads } = tuningOf(device);
  // A thread that has a block for itself counts in its own copy; teams use atomics, out of each other's way by a few copies.
  const copies = byWorker(device, {
    thread: blocks,
    team: Math.min(blocks, Math.max(1, Math.floor(4096 / Math.max(bins, 1)))),
  });
  using partial = zeros([copies, bins], { dtype: "float64", device });
  const cast = weights?.astype("float64");
  const weighing = cast && reshape(cast, -1);
  if (n > 0 && bins > 0) {
    const inputs = [values, ...[weighing, edges].flatMap((one) => (one ? [one] : []))];
    useStorages([partial, ...inputs], stream);
    const width = widthOf(device, [values]);
    const launch = launchOf([blocks, 1, 1], [teamThreads, 1, 1]);
    const counting = {
      counts: partial,
      x: values,
      weights: weighing,
      n,
      chunk: Math.ceil(n / blocks),
      bins,
      copies,
    };
    if (edges === undefined) {
      const own = bincountKernel.on(device, width);
      own.set(counting);
      own.launch(launch, stream);
    } else {
      const own = histogramKernel.on(device, width);
      own.set({ ...counting, edges });
      own.launch(launch, stream);
    }
  }
  weighing?.dispose();
  cast?.dispose();
  return sum(partial, { axis: 0 });
}

function finished(counts: NDArray, weights: NDArray | undefined): NDArray {
  if (weights !== undefined || counts.dtype === "int64") return counts;
  const whole = counts.astype("int64");
  counts.dispose();
  return whole;
}

function checkReal(name: string, dtype: DType): void {
  if (dtypes[dtype].kind !== "complex") return;
  throw new ArgumentTypeError(
    "CUTS_OPERATION_DTYPE",
    `Cannot compute ${name}: it is not defined for complex numbers (got ${dtype})`,
  );
}

function checkWeights(name: string, x: NDArray, weights: NDArray | undefined): void {
  if (weights === undefined) return;
  if (isNDArray(weights) && shapesEqual(weights.shape, x.shape) && dtypes[weights.dtype].kind !== "complex")
    return;
  throw new ArgumentTypeError(
    "CUTS_WEIGHTS",
    `Cannot compute ${name}: weights must be real and in the shape of the array, ${formatShape(x.shape)} (got ${
      isNDArray(weights) ? `${weights.dtype}${formatShape(weights.shape)}` : formatValue(weights)
    })`,
  );
}
