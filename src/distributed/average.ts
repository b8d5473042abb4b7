// Gradients of data parallel training: the mean over ranks, in buckets, because a call costs more than its bytes while they are
// few, and because the first bucket travels while the next is packed.

import { copyInto } from "../array/copy.js";
import { concatenate } from "../array/joining/concatenate.js";
import { type NDArray, usableArray } from "../array/ndarray.js";
import { inside } from "../array/operators/watching.js";
import { ravel, reshape, subarray } from "../array/views.js";
import { checkOptions, optionNames } from "../core/options.js";
import type { Communicator } from "./communicator.js";

/** How arrays are averaged. */
export interface AverageOptions {
  /** Arrays are sent together up to so many bytes; 25 MiB by default, as PyTorch's. */
  readonly bucketBytes?: number;
}

const averageNames = optionNames<AverageOptions>({ bucketBytes: true });
const DEFAULT_BUCKET_BYTES = 25 * 2 ** 20;

/**
 * Averages arrays over all ranks, in place: gradients, given as a list or by name. The last come first, as the backward pass makes
 * them. All ranks give the same shapes in the same order.
 * @throws what `allReduce` throws.
 * @example
 * const { grads } = cu.valueAndGrad(loss)(parameters, input, target);
 * await dist.average(world, grads);
 */
export async function average(
  world: Communicator,
  arrays: readonly NDArray[] | Readonly<Record<string, NDArray>>,
  options: AverageOptions = {},
): Promise<void> {
  const action = "average arrays over ranks";
  checkOptions(options, averageNames, action);
  const list = Object.values(arrays).toReversed();
  for (const array of list) usableArray(array, action);
  const buckets = fill(list, options.bucketBytes ?? DEFAULT_BUCKET_BYTES);
  await Promise.all(buckets.map((bucket) => averageBucket(world, bucket)));
}

/** Neighbors of one dtype and device, up to so many bytes; an array alone may be longer. */
function fill(arrays: readonly NDArray[], byteLength: number): NDArray[][] {
  const buckets: NDArray[][] = [];
  let bytes = 0;
  for (const array of arrays) {
    const current = buckets.at(-1);
    const [first] = current ?? [];
    const fits = first?.dtype === array.dtype && first.device === array.device;
    if (current !== undefined && fits && bytes + array.byteLength <= byteLength) {
      current.push(array);
      bytes += array.byteLength;
    } else {
      buckets.push([array]);
      bytes = array.byteLength;
    }
  }
  return buckets;
}

async function averageBucket(world: Communicator, arrays: readonly NDArray[]): Promise<void> {
  const [only] = arrays;
  if (arrays.length === 1 && only !== undefined) {
    await world.allReduce(only, { op: "mean" });
    return;
  }
  const flat = inside(() => concatenate(arrays.map((array) => ravel(array))));
  await world.allReduce(flat, { op: "mean" });
  inside(() => {
    let first = 0;
    for (const array of arrays) {
      using part = subarray(flat, first, first + array.size);
      using shaped = reshape(part, array.shape);
      copyInto(shaped, array);
      first += array.size;
    }
  });
  flat.dispose();
}
