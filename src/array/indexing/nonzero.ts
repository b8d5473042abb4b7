// Finds true elements and their positions. Their number is known only when the work is done, so these functions return promises,
// as all functions do whose result's shape depends on values.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { toAxis } from "../../core/shape.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray, makeView } from "../allocate.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { astype, contiguous } from "../copy.js";
import { array } from "../creation.js";
import { floorDivide, remainder } from "../elementwise/functions.js";
import { tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NestedList } from "../nested.js";
import { launchOf } from "../reduction/partition.js";
import { toOptions } from "../core/axis-options.js";
import { operandOf } from "../core/operand.js";
import { scanRows } from "../reduction/scan.js";
import { moveaxis, reshape } from "../views.js";
import { checkMask } from "./index-values.js";
import { countPlacesKernel, findPlacesKernel } from "./mask-kernels.js";
import { takeAxis } from "./take.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** A mask: an array or lists. Elements that are not bool are true if they are not 0. */
export type Mask = NDArray | NestedList;

/**
 * The indices of nonzero elements in C order, one array for each axis.
 * @throws TypeError `CUTS_NONZERO` for a 0-d array.
 * @example const [rows, columns] = await cu.nonzero(x.greater(0));
 */
export const nonzero = operator("nonzero", nonzeroOf, "zero");

async function nonzeroOf(x: NDArray): Promise<NDArray<"int64">[]> {
  const { shape } = operandOf("nonzero", x);
  if (shape.length === 0) {
    throw new ArgumentTypeError(
      "CUTS_NONZERO",
      "Cannot compute nonzero: the array must have an axis (got a 0-d array)\nTry: x.reshape(1)",
    );
  }
  const places = await flatnonzero(x);
  return coordinates(places, shape);
}

/** The indices of nonzero elements in the flattened array, in C order. */
export const flatnonzero = operator("flatnonzero", flatnonzeroOf, "zero");

async function flatnonzeroOf(x: NDArray): Promise<NDArray<"int64">> {
  operandOf("flatnonzero", x);
  const cast = x.dtype === "bool" ? undefined : astype(x, "bool");
  const { array: mask, isCopy } = contiguous(cast ?? x);
  // Retained here, because the caller may dispose of the array while this waits.
  using kept = makeView(mask, [mask.size], [1], mask.offset);
  if (isCopy) mask.dispose();
  cast?.dispose();
  return await truePlaces(kept);
}

/** The indices of nonzero elements, as one row for each element. */
export const argwhere = operator("argwhere", argwhereOf, "zero");

async function argwhereOf(x: NDArray): Promise<NDArray<"int64">> {
  const { shape, storage } = operandOf("argwhere", x);
  const places = await flatnonzero(x);
  const stream = currentStream(storage.device);
  const result = allocateArray(stream, "int64", [places.size, shape.length]);
  for (const [axis, one] of coordinates(places, shape).entries()) {
    using column = makeView(result, [places.size], [shape.length], axis);
    column.set(one);
    one.dispose();
  }
  if (shape.length === 0) places.dispose();
  return result;
}

/**
 * A copy of the elements where a mask is true, NumPy's `x[mask]`. The mask has the shape of the array or of its first axes.
 * @throws RangeError `CUTS_INDEX` for a mask of another shape.
 * @example await x.masked(x.greater(0))
 */
export const masked = operator("masked", maskedOf, "composite");

async function maskedOf<D extends DType>(x: NDArray<D>, mask: Mask): Promise<NDArray<D>> {
  const { shape } = operandOf("masked", x);
  const own = toMask(mask, x);
  checkMask(own.shape, shape);
  using rows = reshape(x, [own.size, ...shape.slice(own.ndim)]);
  const finding = flatnonzero(own);
  if (own !== mask) own.dispose();
  using places = await finding;
  return takeAxis(rows, { kind: "device", array: places, shape: places.shape }, 0, "sure");
}

/** Options of {@link compress}. */
export interface CompressOptions {
  /** The axis that is chosen from; all elements in C order by default. */
  readonly axis?: number | undefined;
}

const compressNames = optionNames<CompressOptions>({ axis: true });

/**
 * The slices along an axis where a vector is true; the vector may be shorter than the axis.
 * @throws TypeError, RangeError `CUTS_INDEX`.
 */
export const compress = operator("compress", compressOf, "composite");

async function compressOf<D extends DType>(
  condition: Mask,
  x: NDArray<D>,
  axisOrOptions: CompressOptions | number = {},
): Promise<NDArray<D>> {
  const own = operandOf("compress", x);
  const mask = toMask(condition, x);
  if (mask.ndim !== 1) {
    throw new ArgumentTypeError(
      "CUTS_INDEX",
      `Cannot compute compress: the condition must have one axis (got ${mask.ndim})`,
    );
  }
  const options = toOptions(axisOrOptions, "compress", compressNames);
  const axis = options.axis === undefined ? undefined : toAxis(options.axis, own.shape.length);
  using flat = axis === undefined ? reshape(x, -1) : moveaxis(x, axis, 0);
  const finding = flatnonzero(mask);
  if (mask !== condition) mask.dispose();
  using places = await finding;
  // A condition that is longer than the axis must be false there.
  const found = takeAxis(flat, { kind: "device", array: places, shape: places.shape }, 0, "raise");
  if (axis === undefined) return found;
  using whole = found;
  return moveaxis(whole, 0, axis);
}

/** The elements where a condition is true, both flattened in C order. */
export const extract = operator("extract", extractOf, "composite");

async function extractOf<D extends DType>(condition: Mask, x: NDArray<D>): Promise<NDArray<D>> {
  operandOf("extract", x);
  const mask = toMask(condition, x);
  using flat = reshape(mask, -1);
  if (mask !== condition) mask.dispose();
  return await compress(flat, x);
}

function toMask(mask: Mask, beside: NDArray): NDArray {
  return isNDArray(mask) ? mask : array(mask, { dtype: "bool", device: beside.device });
}

/** Places counted in C order, as indices of each axis. The places are disposed of. */
function coordinates(places: NDArray<"int64">, shape: readonly number[]): NDArray<"int64">[] {
  if (shape.length === 1) return [places];
  const result: NDArray<"int64">[] = [];
  let rest: NDArray<"int64"> = places;
  for (let axis = shape.length - 1; axis > 0; axis--) {
    const size = BigInt(Math.max(shape[axis] as number, 1));
    result.unshift(remainder(rest, size));
    const outer = floorDivide(rest, size);
    rest.dispose();
    rest = outer;
  }
  if (shape.length > 0) result.unshift(rest);
  return result;
}

/** The true places of a vector in C order. */
async function truePlaces(mask: NDArray): Promise<NDArray<"int64">> {
  const { device } = mask.storage;
  const stream = currentStream(device);
  const n = mask.size;
  if (n === 0) return allocateArray(stream, "int64", [0]);
  const { teamThreads, blockElements } = tuningOf(device);
  const least = Math.max(blockElements, 4096);
  const parts = Math.ceil(n / Math.max(least, n / (device.backend.properties.multiprocessors * 32)));
  // Whole vectors of a team.
  const chunk = Math.ceil(n / parts / least) * least;
  const launch = launchOf([Math.ceil(n / chunk), 1, 1], [teamThreads, 1, 1]);
  using counts = allocateArray(stream, "int64", [Math.ceil(n / chunk)]);
  useStorages([counts, mask], stream);
  const counting = countPlacesKernel.on(device, widthOf(device, [mask]));
  counting.set({ counts, mask, n, chunk });
  counting.launch(launch, stream);
  using ends = scanRows("sum", counts);
  const total = Number(await ends.item(ends.size - 1));
  const places = allocateArray(stream, "int64", [total]);
  useStorages([places, mask, ends], stream);
  const finding = findPlacesKernel.on(device, widthOf(device, [mask]));
  finding.set({ places, mask, ends, n, chunk });
  finding.launch(launch, stream);
  return places;
}
