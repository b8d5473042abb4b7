// unique: the different elements of an array. How many there are is known when the work is done, so this waits: it is a
// promise, as everything whose shape depends on values.

import type { DType } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { subtract } from "../elementwise/functions.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { launchOf } from "../reduction/partition.js";
import { operandOf } from "../reduction/reduce.js";
import { scanRows } from "../reduction/scan.js";
import { reshape, slice } from "../views.js";
import { decode, encode, sortKeys } from "./keys.js";
import { inverseKernel, keyTypeOf, sortKernels } from "./sort-kernels.js";

/** What `unique` tells of an array. */
export interface UniqueResult<D extends DType> {
  /** The different elements in order. */
  readonly values: NDArray<D>;
  /** Where each is first, in C order. */
  readonly indices: NDArray<"int64">;
  /** Which of the values each element is, in the shape of the array. */
  readonly inverse: NDArray<"int64">;
  /** How often each is there. */
  readonly counts: NDArray<"int64">;
}

/** The different elements of an array in order, as a vector; all NaN are one. */
export async function unique<D extends DType>(x: NDArray<D>): Promise<NDArray<D>> {
  const { values, indices, inverse, counts } = await uniqueAll(x);
  for (const one of [indices, inverse, counts]) one.dispose();
  return values;
}

/** The different elements of an array in order, where each is first, which each element is, and how often it is there. */
export async function uniqueAll<D extends DType>(x: NDArray<D>): Promise<UniqueResult<D>> {
  const own = operandOf("unique", x);
  const { device } = own.storage;
  const stream = currentStream(device);
  using flat = reshape(x, -1);
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
  }
  using ranks = scanRows("sum", marks);
  const count = n === 0 ? 0 : Number(await ranks.item(n - 1));
  const found = allocateArray(stream, keys.dtype, [count]);
  // One more than there are: the end of the last.
  using starts = allocateArray(stream, "int64", [count + 1]);
  const inverse = allocateArray(stream, "int64", own.shape);
  const indices = allocateArray(stream, "int64", [count]);
  using last = slice(starts, "-1:");
  last.set([BigInt(n)]);
  if (n > 0) {
    useStorages([found, keys, ranks], stream);
    useStorages([starts], stream);
    const compacting = kernels.compact.on(device, width);
    compacting.set({ out: found, starts, sorted: keys, ranks, n });
    compacting.launch(launch, stream);
    const placed = order as NDArray;
    useStorages([inverse, placed, ranks, starts], stream);
    useStorages([indices], stream);
    const inverting = inverseKernel.on(device, width);
    inverting.set({ inverse, first: indices, order: placed, ranks, starts, n, count });
    inverting.launch(launch, stream);
  }
  using next = slice(starts, "1:");
  using begin = slice(starts, ":-1");
  const counts = subtract(next, begin);
  const values = decode({ keys: found, dtype: encoded.dtype }, x.dtype, {}) as NDArray<D>;
  for (const one of [found, keys, order]) one?.dispose();
  return { values, indices, inverse, counts };
}
