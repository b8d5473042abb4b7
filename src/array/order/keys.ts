// Sorted keys of an array: elements as unsigned integers of the same order, along the last axis, with or without indices.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import type { StreamCore } from "../../runtime/stream-core.js";
import { currentStream } from "../../runtime/devices.js";
import { allocateArray } from "../allocate.js";
import { contiguous } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { pointerAt } from "../kernels/pointer.js";
import { launchUnit, useStorages, widthOf } from "../kernels/launch-rows.js";
import { launchOf } from "../reduction/partition.js";
import {
  complexKeyKernels,
  complexKeyTypes,
  keyKernels,
  keyTypeOf,
  placesKernel,
  sortedAs,
  sortKernels,
} from "./sort-kernels.js";

/** How keys are made. */
export interface KeyOptions {
  readonly descending?: boolean | undefined;
  /** Whether zeros of both signs are equal; where not, -0 comes first and keeps its sign. */
  readonly zerosEqual?: boolean | undefined;
  /** Whether complex numbers with NaN in either part are equal. Real NaN always are. */
  readonly nanEqual?: boolean | undefined;
}

/** Keys along the last axis of an array in C order, of the dtype that made them. */
export interface Keys {
  readonly keys: NDArray;
  /** The dtype that the elements were cast to. */
  readonly dtype: DType;
}

/** The dtype that elements are sorted as. @throws TypeError `CUTS_OPERATION_DTYPE` for complex numbers. */
export function sortableType(name: string, dtype: DType): DType {
  const found = sortedAs(dtype);
  if (found !== undefined) return found;
  throw new ArgumentTypeError(
    "CUTS_OPERATION_DTYPE",
    `Cannot compute ${name}: it is not defined for complex numbers (got ${dtype})`,
  );
}

/** The keys of an array, in C order. */
export function encode(name: string, x: NDArray, options: KeyOptions): Keys {
  const dtype = sortableType(name, x.dtype);
  const stream = currentStream(x.storage.device);
  const own = x.dtype === dtype ? (x.isContiguous ? x : x.copy()) : x.astype(dtype);
  const keys = allocateArray(stream, keyTypeOf(dtype), x.shape);
  const kernel = keyKernels.get(dtype)?.encode;
  if (kernel === undefined) throw new Error(`internal: no keys of ${dtype}`);
  launchUnit(kernel, x.size, [keys, own], stream, flags(options));
  if (own !== x) own.dispose();
  return { keys, dtype };
}

/** The keys of an array of any dtype, in C order: one, or two for complex numbers, of which the first counts first. */
export function encodeParts(name: string, x: NDArray, options: KeyOptions): readonly NDArray[] {
  const kernels = complexKeyKernels.get(x.dtype);
  if (kernels === undefined) return [encode(name, x, options).keys];
  const stream = currentStream(x.storage.device);
  const { array: own, isCopy } = contiguous(x);
  const parts = kernels.map((kernel) => {
    const keys = allocateArray(stream, complexKeyTypes[x.dtype as "complex64"], x.shape);
    launchUnit(kernel, x.size, [keys, own], stream, flags(options));
    return keys;
  });
  if (isCopy) own.dispose();
  return parts;
}

/** The elements that keys stand for, as a dtype. */
export function decode({ keys, dtype }: Keys, as: DType, options: KeyOptions): NDArray {
  const stream = currentStream(keys.storage.device);
  const made = allocateArray(stream, dtype, keys.shape);
  const kernel = keyKernels.get(dtype)?.decode;
  if (kernel === undefined) throw new Error(`internal: no keys of ${dtype}`);
  launchUnit(kernel, keys.size, [made, keys], stream, flags(options));
  if (as === dtype) return made;
  const result = made.astype(as);
  made.dispose();
  return result;
}

function flags({ descending = false, zerosEqual = false, nanEqual = false }: KeyOptions): {
  readonly how: number;
} {
  return { how: (descending ? 1 : 0) + (zerosEqual ? 2 : 0) + (nanEqual ? 4 : 0) };
}

/** Rows of at most this many keys are sorted in one launch: what a team holds in shared memory, what one thread does as fast. */
const SHORT = { thread: 128, team: 1024 } as const;
/** Rows of one launch: the y axis of a grid. */
const MOST_ROWS = 65_535;

/** Keys in order, and for each where it was in its row. The keys that are given are disposed of. */
export function sortKeys(
  keys: NDArray,
  withIndices: boolean,
): { keys: NDArray; indices: NDArray | undefined } {
  const stream = currentStream(keys.storage.device);
  const n = keys.shape.at(-1) ?? 1;
  const makeIndices = (): NDArray | undefined =>
    withIndices ? allocateArray(stream, "uint32", keys.shape) : undefined;
  if (keys.size === 0) return { keys, indices: makeIndices() };
  if (n <= byWorker(stream.device, SHORT)) {
    const indices = makeIndices();
    sortShort(keys, indices, n, stream);
    return { keys, indices };
  }
  return sortLong(keys, makeIndices, n, stream);
}

function sortShort(keys: NDArray, indices: NDArray | undefined, n: number, stream: StreamCore): void {
  const { device } = stream;
  const rows = keys.size / n;
  useStorages([keys], stream);
  if (indices !== undefined) useStorages([indices], stream);
  const own = sortKernels[keys.dtype as "uint32"].short.on(device, widthOf(device, [keys]));
  own.set({ keys, index: indices, n, rows });
  const perBlock = Math.max(1, Math.min(64, Math.floor(4096 / n)));
  own.launch(
    byWorker(device, {
      thread: launchOf([Math.ceil(rows / perBlock), 1, 1], [perBlock, 1, 1], rows * n),
      team: launchOf([rows, 1, 1], [Math.max(32, Math.min(256, 2 ** Math.ceil(Math.log2(n)) / 2)), 1, 1]),
    }),
    stream,
  );
}

function sortLong(
  first: NDArray,
  makeIndices: () => NDArray | undefined,
  n: number,
  stream: StreamCore,
): { keys: NDArray; indices: NDArray | undefined } {
  let keys = first;
  let indices: NDArray | undefined;
  let spare = allocateArray(stream, first.dtype, first.shape);
  let spareIndices = makeIndices();
  const rows = first.size / n;
  const { parts, chunk } = partsOf(stream, rows, n);
  using counts = allocateArray(stream, "uint32", [Math.min(rows, MOST_ROWS), 256, parts]);
  const bits = dtypes[first.dtype].byteLength * 8;
  for (let shift = 0; shift < bits; shift += 8) {
    for (let from = 0; from < rows; from += MOST_ROWS) {
      const count = Math.min(MOST_ROWS, rows - from);
      passRows(
        { keys, spare, indices, spareIndices, counts },
        { from, count, n, parts, chunk, shift },
        stream,
      );
    }
    [keys, spare] = [spare, keys];
    // The first pass reads no indices: there are none yet.
    const before = indices;
    indices = spareIndices;
    spareIndices = shift + 8 < bits ? (before ?? makeIndices()) : before;
  }
  spare.dispose();
  spareIndices?.dispose();
  return { keys, indices };
}

interface PassArrays {
  readonly keys: NDArray;
  readonly spare: NDArray;
  readonly indices: NDArray | undefined;
  readonly spareIndices: NDArray | undefined;
  readonly counts: NDArray;
}

interface PassSizes {
  readonly from: number;
  readonly count: number;
  readonly n: number;
  readonly parts: number;
  readonly chunk: number;
  readonly shift: number;
}

/** One byte of the keys of some rows: counts, places, and keys moved to them. */
function passRows(arrays: PassArrays, sizes: PassSizes, stream: StreamCore): void {
  const { device } = stream;
  const keys = arrays.keys;
  const spare = arrays.spare;
  const counts = arrays.counts;
  const indices = arrays.indices;
  const spareIndices = arrays.spareIndices;
  const { from, count, n, parts, chunk, shift } = sizes;
  const width = widthOf(device, [keys]);
  const kernels = sortKernels[arrays.keys.dtype as "uint32"];
  const offset = from * n * dtypes[arrays.keys.dtype].byteLength;
  const { teamThreads } = tuningOf(device);
  useStorages([counts, keys], stream);
  const counting = kernels.count.on(device, width);
  counting.set({ counts, keys: pointerAt(keys, offset), n, chunk, shift });
  counting.launch(launchOf([parts, count, 1], [teamThreads, 1, 1], count * n), stream);
  const placing = placesKernel.on(device, width);
  placing.set({ counts, size: 256 * parts });
  const together = byWorker(device, { thread: 1, team: parts > 4 ? 1024 : 256 });
  placing.launch(launchOf([count, 1, 1], [together, 1, 1], 256 * parts * count), stream);
  useStorages(indices === undefined ? [spare, keys, counts] : [spare, keys, counts, indices], stream);
  if (spareIndices !== undefined) useStorages([spareIndices], stream);
  const moving = kernels.scatter.on(device, width);
  moving.set({
    out: pointerAt(spare, offset),
    keys: pointerAt(keys, offset),
    outIndex: spareIndices && pointerAt(spareIndices, from * n * 4),
    index: indices && pointerAt(indices, from * n * 4),
    places: counts,
    n,
    chunk,
    shift,
  });
  moving.launch(launchOf([parts, count, 1], [teamThreads, 1, 1], count * n), stream);
}

function partsOf(stream: StreamCore, rows: number, n: number): { parts: number; chunk: number } {
  const { device } = stream;
  const { blockElements, blocksPerProcessor } = tuningOf(device);
  // The parts of all passes have to be joined.
  const wanted = device.backend.properties.multiprocessors * (blocksPerProcessor / 2);
  const least = Math.max(blockElements / 2, 4096);
  const parts = Math.max(1, Math.min(Math.ceil(wanted / rows), Math.floor(n / least)));
  const chunk = Math.ceil(n / parts);
  return { parts: Math.ceil(n / chunk), chunk };
}
