// Groups arrays into buckets that are sent together: neighbors of one dtype and device, because many short messages cost more than
// one long one. The last arrays come first, because the backward pass produces their gradients first.

import { ArgumentRangeError } from "../core/errors.js";
import { optionNames } from "../core/options.js";
import { formatValue } from "../core/text.js";

/** How arrays are grouped into buckets. */
export interface BucketOptions {
  /** The maximum size of a bucket in bytes; 25 MiB by default, as in PyTorch. */
  readonly bucketBytes?: number;
}

/** Their names. */
export const bucketNames = optionNames<BucketOptions>({ bucketBytes: true });

const DEFAULT_BUCKET_BYTES = 25 * 2 ** 20;

/** An array, as far as buckets go. */
interface Sized {
  readonly dtype: string;
  readonly device: { readonly id: string };
  readonly byteLength: number;
}

/**
 * Groups arrays into buckets, from the last array to the first; a single array may exceed the bucket size.
 * @throws RangeError `CUTS_COMMUNICATOR`
 */
export function fillBuckets<T extends Sized>(
  arrays: readonly T[],
  bucketBytes: number = DEFAULT_BUCKET_BYTES,
): T[][] {
  if (typeof bucketBytes !== "number" || !(bucketBytes > 0)) {
    throw new ArgumentRangeError(
      "CUTS_COMMUNICATOR",
      `Cannot average arrays over ranks: bucketBytes must be a number of bytes, more than 0 (got ${formatValue(bucketBytes)})`,
    );
  }
  const buckets: T[][] = [];
  let bytes = 0;
  for (const array of arrays.toReversed()) {
    const current = buckets.at(-1);
    const [first] = current ?? [];
    const fits = first?.dtype === array.dtype && first.device.id === array.device.id;
    if (current !== undefined && fits && bytes + array.byteLength <= bucketBytes) {
      current.push(array);
      bytes += array.byteLength;
    } else {
      buckets.push([array]);
      bytes = array.byteLength;
    }
  }
  return buckets;
}
