// Sorts along the last axis: elements, or keys that represent them. Short rows are sorted in one launch; long rows by radix sort,
// in the variant for the device.

import { dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { contiguous } from "../copy.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { MOST_IN_BLOCK, sortInBlocks } from "./block-sort.js";
import { isSelected, selectFirst } from "./select.js";
import { decode, encode, flags, type KeyOptions } from "./keys.js";
import { sortInPasses } from "./radix-passes.js";
import { sortKernels } from "./sort-kernels.js";
import { sweepRandom, sweepRows } from "./sweep.js";

/** Rows of at most this many keys are sorted in one launch: what a team holds in shared memory, what one thread does as fast. */
const SHORT = { thread: 128, team: 1024 } as const;

/** What is wanted of sorted rows. */
interface Wanted {
  readonly values: boolean;
  readonly order: boolean;
}

/**
 * Sorts a real array along the last axis; returns the sorted elements, their original indices, or both, as `wanted` says. Zeros of
 * both signs are equal and keep their order.
 */
export function sortElements(
  name: string,
  x: NDArray,
  options: Pick<KeyOptions, "descending">,
  wanted: Wanted,
): { readonly values: NDArray | undefined; readonly order: NDArray<"int64"> | undefined } {
  const stream = currentStream(x.storage.device);
  const n = x.shape.at(-1) ?? 1;
  if (isInBlock(x, n, stream)) {
    const { array, isCopy } = contiguous(x);
    const sorted = sortInBlocks(array, flags(options).how, wanted);
    if (isCopy) array.dispose();
    return sorted;
  }
  if (isSwept(x, stream)) {
    const { array, isCopy } = contiguous(x);
    const { keys: values, indices } = sweepRows(array, flags(options).how, {
      keys: wanted.values,
      indices: wanted.order ? "int64" : undefined,
    });
    if (isCopy) array.dispose();
    return { values, order: indices as NDArray<"int64"> | undefined };
  }
  const encoded = encode(name, x, options);
  const { keys, indices } = sortKeys(encoded.keys, wanted.order, dtypes[x.dtype].kind === "float");
  const values = wanted.values ? decode({ keys, dtype: encoded.dtype }, x.dtype, options) : undefined;
  keys.dispose();
  const order = indices?.astype("int64");
  indices?.dispose();
  return { values, order };
}

/**
 * Sorts keys along the last axis, and returns them with the original index of each; disposes the given keys. `zeros` if these are
 * keys of floats that distinguish -0 from 0: the two then count as equal.
 */
export function sortKeys(
  keys: NDArray,
  withIndices: boolean,
  zeros = false,
): { readonly keys: NDArray; readonly indices: NDArray | undefined } {
  const stream = currentStream(keys.storage.device);
  const n = keys.shape.at(-1) ?? 1;
  const makeIndices = (): NDArray | undefined =>
    withIndices ? allocateArray(stream, "uint32", keys.shape) : undefined;
  if (keys.size === 0) return { keys, indices: makeIndices() };
  if (n <= byWorker(stream.device, SHORT)) {
    const indices = makeIndices();
    sortShort(keys, indices, n, zeros, stream);
    return { keys, indices };
  }
  if (!isSwept(keys, stream)) return sortInPasses(keys, makeIndices, n, zeros, stream);
  const swept = sweepRows(keys, 0, { keys: true, indices: withIndices ? "uint32" : undefined });
  keys.dispose();
  return { keys: swept.keys as NDArray, indices: swept.indices };
}

/** The indices that sort a vector of 64-bit random numbers; disposes the vector. */
export function randomOrderOf(bits: NDArray): NDArray<"int64"> {
  if (isSwept(bits, currentStream(bits.storage.device))) {
    using own = bits;
    return sweepRandom(own);
  }
  const { keys, indices } = sortKeys(bits, true);
  keys.dispose();
  using own = indices as NDArray;
  return own.astype("int64");
}

/** The first `k` elements of each row in sorted order, with their original indices; undefined if sorting the rows is as fast. */
export function firstElements(
  x: NDArray,
  options: Pick<KeyOptions, "descending">,
  k: number,
): { readonly values: NDArray; readonly order: NDArray<"int64"> } | undefined {
  const stream = currentStream(x.storage.device);
  const n = x.shape.at(-1) ?? 1;
  const isShort = isInBlock(x, n, stream);
  const isLong = tuningOf(stream.device).blocksPassOn && x.size > 0 && isSelected(n, k);
  if (k === 0 || (!isShort && !isLong)) return undefined;
  const { array, isCopy } = contiguous(x);
  const { how } = flags(options);
  const found = isLong
    ? selectFirst(array, how, k)
    : (sortInBlocks(array, how, { values: true, order: true, kept: k }) as ReturnType<typeof selectFirst>);
  if (isCopy) array.dispose();
  return found;
}

/** Shorter rows than this leave too much of a block idle. */
const LEAST_IN_BLOCK = 128;

function isInBlock(x: NDArray, n: number, { device }: StreamCore): boolean {
  return x.size > 0 && n > LEAST_IN_BLOCK && n <= MOST_IN_BLOCK && tuningOf(device).blocksPassOn;
}

function isSwept(x: NDArray, { device }: StreamCore): boolean {
  return x.size > 0 && (x.shape.at(-1) ?? 1) > byWorker(device, SHORT) && tuningOf(device).blocksPassOn;
}

function sortShort(
  keys: NDArray,
  indices: NDArray | undefined,
  n: number,
  zeros: boolean,
  stream: StreamCore,
): void {
  const { device } = stream;
  const rows = keys.size / n;
  useStorages([keys], stream);
  if (indices !== undefined) useStorages([indices], stream);
  const own = sortKernels[keys.dtype as "uint32"].short.on(device, widthOf(device, [keys]));
  own.set({ keys, index: indices, n, rows, zeros: zeros ? 1 : 0 });
  const perBlock = Math.max(1, Math.min(64, Math.floor(4096 / n)));
  own.launch(
    byWorker(device, {
      thread: launchOf([Math.ceil(rows / perBlock), 1, 1], [perBlock, 1, 1], rows * n),
      team: launchOf([rows, 1, 1], [Math.max(32, Math.min(256, 2 ** Math.ceil(Math.log2(n)) / 2)), 1, 1]),
    }),
    stream,
  );
}
