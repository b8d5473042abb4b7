// unique: the distinct elements of an array, or its distinct slices along an axis. Their number is known only when the work is
// done, so these functions return promises, as all functions do whose result's shape depends on values.

import { type DType, dtypes } from "../../core/dtype.js";
import { integerRange } from "../../core/dtype-value.js";
import { type Shape, sizeOf, toAxis } from "../../core/shape.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { ones } from "../creation.js";
import { arange } from "../creation-ranges.js";
import { add, bitwiseOr, equal, isnan, logicalOr, notEqual, subtract } from "../elementwise/functions.js";
import { flatnonzero, masked } from "../indexing/nonzero.js";
import { take } from "../indexing/take.js";
import { concatenate } from "../joining/concatenate.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { toOptions } from "../core/axis-options.js";
import { any } from "../reduction/functions.js";
import { launchOf } from "../reduction/partition.js";
import { operandOf } from "../core/operand.js";
import { scanRows } from "../reduction/scan.js";
import { moveaxis, reshape, slice, transpose } from "../views.js";
import { extentOf, hasExtent, marksOf } from "./extent.js";
import { decode, encode, encodeParts } from "./keys.js";
import { lexicalOrder } from "./lexical-order.js";
import { searchsorted } from "./sort.js";
import { inverseKernel, keyTypeOf, sortKernels } from "./sort-kernels.js";
import { sortKeys } from "./sort-rows.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** Options of {@link unique} and similar functions. */
export interface UniqueOptions {
  /** The axis whose slices are compared; by default the elements are. */
  readonly axis?: number | undefined;
}

const uniqueNames = optionNames<UniqueOptions>({ axis: true });

/** The result of `unique` for an array. */
export interface UniqueResult<D extends DType> {
  /** The distinct elements in sorted order; with an axis, the array of its distinct slices along that axis. */
  readonly values: NDArray<D>;
  /** The index where each occurs first: an index of the flattened array, or one of the axis. */
  readonly indices: NDArray<"int64">;
  /** For each element the index of its value, in the shape of the array; with an axis, the same for each slice, as a vector. */
  readonly inverse: NDArray<"int64">;
  /** How often each occurs. */
  readonly counts: NDArray<"int64">;
}

/**
 * The distinct elements of an array in sorted order, as a vector; all NaN count as equal. With an axis, the distinct slices along
 * it, sorted by their first elements, then by the next.
 * @throws RangeError `CUTS_AXIS`.
 * @example await cu.unique(x); await cu.unique(points, { axis: 0 })
 */
export const unique = operator("unique", uniqueOf, {
  refused: "which elements there are is no smooth function",
});

async function uniqueOf<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: UniqueOptions | number = {},
): Promise<NDArray<D>> {
  const { dtype } = operandOf("unique", x);
  const { axis } = toOptions(axisOrOptions, "unique", uniqueNames);
  if (axis === undefined && dtypes[dtype].kind !== "complex")
    return x.size >= LEAST_MARKED && hasExtent(x) ? uniqueIntegers(x) : valuesAlone(x, "one");
  return onlyValues(await partsOf(x, axis, "one"));
}

/** The distinct elements of an array in sorted order, as a vector. Each NaN is distinct, as in the array API standard. */
export const uniqueValues = operator("uniqueValues", uniqueValuesOf, {
  refused: "which elements there are is no smooth function",
});

async function uniqueValuesOf<D extends DType>(x: NDArray<D>): Promise<NDArray<D>> {
  const { kind } = dtypes[operandOf("unique", x).dtype];
  if (kind === "complex") return onlyValues(await partsOf(x, undefined, "apart"));
  return kind === "float" ? valuesAlone(x, "apart") : unique(x);
}

/**
 * The distinct elements in sorted order, the first index of each, the index of each element's value, and the counts. Each NaN is
 * distinct, as in the array API standard; with an axis, slices with NaN in the same positions are equal.
 */
export const uniqueAll = operator("uniqueAll", uniqueAllOf, {
  refused: "which elements there are is no smooth function",
});

async function uniqueAllOf<D extends DType>(
  x: NDArray<D>,
  axisOrOptions: UniqueOptions | number = {},
): Promise<UniqueResult<D>> {
  operandOf("unique", x);
  return partsOf(x, toOptions(axisOrOptions, "unique", uniqueNames).axis, "apart");
}

/** Whether all NaN are one value, or each is another. */
type Nans = "one" | "apart";

async function partsOf<D extends DType>(
  x: NDArray<D>,
  axis: number | undefined,
  nans: Nans,
): Promise<UniqueResult<D>> {
  const { shape } = x;
  if (axis !== undefined) return uniqueSlices(x, toAxis(axis, shape.length), "one");
  using flat = reshape(x, -1);
  if (dtypes[x.dtype].kind !== "complex") return uniqueElements(x, flat, nans);
  const { inverse, ...rest } = await uniqueSlices(flat, 0, nans);
  using vector = inverse;
  return { ...rest, inverse: reshape(vector, shape) };
}

function onlyValues<D extends DType>({ values, indices, inverse, counts }: UniqueResult<D>): NDArray<D> {
  for (const one of [indices, inverse, counts]) one.dispose();
  return values;
}

/** Integers that are worth waiting for how far they reach. */
const LEAST_MARKED = 2 ** 16;
/** How many numbers there may be for each element where those that are there are marked. */
const MOST_PER_ELEMENT = 4;

/** The different integers of an array: where they are close to each other, they are marked and not sorted. */
async function uniqueIntegers<D extends DType>(x: NDArray<D>): Promise<NDArray<D>> {
  using flat = reshape(x, -1);
  const { copy, low, high } = await extentOf(flat);
  using values = copy as NDArray<D>;
  const count = high - low + 1n;
  if (count > MOST_PER_ELEMENT * values.size) return await valuesAlone(values, "one");
  using marks = marksOf(values, low, Number(count));
  using places = await flatnonzero(marks);
  using found = add(places, low);
  return found.astype(x.dtype);
}

/** The different elements alone: where they were is not carried along. */
async function valuesAlone<D extends DType>(x: NDArray<D>, nans: Nans): Promise<NDArray<D>> {
  const { device } = x.storage;
  const stream = currentStream(device);
  using flat = reshape(x, -1);
  const encoded = encode("unique", flat, { zerosEqual: true });
  const n = flat.size;
  using keys = sortKeys(encoded.keys, false).keys;
  using heads = allocateArray(stream, "bool", [n]);
  if (n > 0) {
    useStorages([heads, keys], stream);
    const marking = sortKernels[keyTypeOf(encoded.dtype)].heads.on(device, widthOf(device, [keys]));
    marking.set({ marks: heads, sorted: keys, n });
    marking.launch(launchOf([Math.ceil(n / 256), 1, 1], [256, 1, 1], n), stream);
    if (nans === "apart") markNans(heads, keys, encoded.dtype);
  }
  using found = await masked(keys, heads);
  return decode({ keys: found, dtype: encoded.dtype }, x.dtype, {}) as NDArray<D>;
}

async function uniqueElements<D extends DType>(
  x: NDArray<D>,
  flat: NDArray<D>,
  nans: Nans,
): Promise<UniqueResult<D>> {
  const { device } = x.storage;
  const stream = currentStream(device);
  const encoded = encode("unique", flat, { zerosEqual: true });
  const n = flat.size;
  const { keys, indices: order } = sortKeys(encoded.keys, true);
  const kernels = sortKernels[keyTypeOf(encoded.dtype)];
  const width = widthOf(device, [keys]);
  const launch = launchOf([Math.max(1, Math.ceil(n / 256)), 1, 1], [256, 1, 1], n);
  using marks = allocateArray(stream, "int64", [n]);
  if (n > 0) {
    useStorages([marks, keys], stream);
    const marking = kernels.marks.on(device, width);
    marking.set({ marks, sorted: keys, n });
    marking.launch(launch, stream);
    if (nans === "apart") markNans(marks, keys, encoded.dtype);
  }
  using ranks = scanRows("sum", marks);
  const count = n === 0 ? 0 : Number(await ranks.item(n - 1));
  const found = allocateArray(stream, keys.dtype, [count]);
  // One more than there are: the end of the last.
  using starts = allocateArray(stream, "int64", [count + 1]);
  using last = slice(starts, "-1:");
  last.set([BigInt(n)]);
  if (n > 0) {
    useStorages([found, keys, ranks], stream);
    useStorages([starts], stream);
    const compacting = kernels.compact.on(device, width);
    compacting.set({ out: found, starts, sorted: keys, ranks, n });
    compacting.launch(launch, stream);
  }
  const places = placesOf(order as NDArray, ranks, starts, x.shape);
  const values = decode({ keys: found, dtype: encoded.dtype }, x.dtype, {}) as NDArray<D>;
  for (const one of [found, keys, order]) one?.dispose();
  return { values, ...places };
}

/** Marks every NaN as a new value: their key is the highest one. */
function markNans(marks: NDArray, keys: NDArray, dtype: DType): void {
  if (dtypes[dtype].kind !== "float") return;
  using areNan = equal(keys, integerRange(keyTypeOf(dtype)).max);
  bitwiseOr(marks, areNan, { out: marks });
}

async function uniqueSlices<D extends DType>(
  x: NDArray<D>,
  axis: number,
  nans: Nans,
): Promise<UniqueResult<D>> {
  const { device } = x.storage;
  const n = x.shape[axis] as number;
  // Without elements all slices are equal: one key for all shows it.
  const length = sizeOf(x.shape.toSpliced(axis, 1));
  using moved = moveaxis(x, axis, 0);
  using rows: NDArray = length === 0 ? ones([n, 1], { device }) : reshape(moved, [n, length]);
  using columns = transpose(rows);
  const parts = encodeParts("unique", columns, { zerosEqual: true, nanEqual: true });
  const keys = Array.from({ length: columns.shape[0] as number }, (_, column) =>
    parts.map((part) => slice(part, column)),
  ).flat();
  using order = lexicalOrder(keys);
  for (const key of keys) key.dispose();
  using marks = newMarks(parts, order);
  // Taken before anything is awaited: the array may be changed or disposed of meanwhile.
  using sorted = take(moved, order, { axis: 0 });
  for (const part of parts) part.dispose();
  if (nans === "apart") {
    using areNan = isnan(sorted);
    bitwiseOr(marks, areNan, { out: marks });
  }
  using ranks = scanRows("sum", marks);
  const count = n === 0 ? 0 : Number(await ranks.item(n - 1));
  using numbers = arange(1, count + 2, { dtype: "int64", device });
  using starts = searchsorted(ranks, numbers);
  using narrow = order.astype("uint32");
  const places = placesOf(narrow, ranks, starts, [n]);
  using firsts = slice(starts, ":-1");
  using values = take(sorted, firsts, { axis: 0 });
  return { values: moveaxis(values, 0, axis), ...places };
}

/** 1 where a slice differs from the one before it in the order, 0 elsewhere. */
function newMarks(parts: readonly NDArray[], order: NDArray<"int64">): NDArray<"int64"> {
  const { device } = order;
  if (order.size === 0) return ones([0], { dtype: "int64", device });
  const differences = parts.map((part) => {
    using sorted = take(part, order, { axis: 1 });
    using next = slice(sorted, [":", "1:"]);
    using before = slice(sorted, [":", ":-1"]);
    using different = notEqual(next, before);
    return any(different, { axis: 0 });
  });
  const [isNew, other] = differences as [NDArray<"bool">, NDArray<"bool">?];
  if (other !== undefined) logicalOr(isNew, other, { out: isNew });
  using first = ones([1], { dtype: "bool", device });
  using marks = concatenate([first, isNew]);
  for (const one of differences) one.dispose();
  return marks.astype("int64");
}

/** What follows from the order, the rank of each place in it, and where each rank starts. */
function placesOf(
  order: NDArray,
  ranks: NDArray,
  starts: NDArray<"int64">,
  shape: Shape,
): Omit<UniqueResult<DType>, "values"> {
  const stream = currentStream(order.storage.device);
  const n = order.size;
  const count = starts.size - 1;
  const inverse = allocateArray(stream, "int64", shape);
  const indices = allocateArray(stream, "int64", [count]);
  if (n > 0) {
    useStorages([inverse, order, ranks, starts], stream);
    useStorages([indices], stream);
    const inverting = inverseKernel.on(stream.device, widthOf(stream.device, [order]));
    inverting.set({ inverse, first: indices, order, ranks, starts, n, count });
    inverting.launch(launchOf([Math.ceil(n / 256), 1, 1], [256, 1, 1], n), stream);
  }
  using next = slice(starts, "1:");
  using begin = slice(starts, ":-1");
  return { indices, inverse, counts: subtract(next, begin) };
}
