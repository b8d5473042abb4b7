// Averages existing arrays over ranks, in buckets. data-parallel.ts averages gradients while a backward pass computes them.

import { checkWritable, copyInto } from "../array/copy.js";
import { concatenate } from "../array/joining/concatenate.js";
import { type NDArray, usableArray } from "../array/ndarray.js";
import { inside } from "../array/operators/watching.js";
import { ravel, reshape, subarray } from "../array/views.js";
import { checkOptions } from "../core/options.js";
import { type BucketOptions, bucketNames, fillBuckets } from "./bucket-plan.js";
import type { Communicator } from "./communicator.js";

/**
 * Averages arrays over all ranks, in place; they are given as a list or by name. All ranks must give the same shapes in the same
 * order.
 * @throws what `allReduce` throws.
 * @example await dist.average(world, [runningMean, runningVariance]);
 */
export async function average(
  world: Communicator,
  arrays: readonly NDArray[] | Readonly<Record<string, NDArray>>,
  options: BucketOptions = {},
): Promise<void> {
  const action = "average arrays over ranks";
  checkOptions(options, bucketNames, action);
  const list = Object.values(arrays);
  // Gradients of sums are broadcast views; dist.valueAndGrad() copies them.
  for (const array of list) checkWritable(usableArray(array, action), action);
  const buckets = fillBuckets(list, options.bucketBytes);
  await Promise.all(buckets.map((bucket) => averageBucket(world, bucket)));
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
