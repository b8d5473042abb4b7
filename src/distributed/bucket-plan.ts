// Which arrays are sent together: neighbors of one dtype and device, because a call costs more than its bytes while they are few. The last
// come first, as the backward pass makes them.

import { ArgumentRangeError } from "../core/errors.js";
import { optionNames } from "../core/options.js";
import { formatValue } from "../core/text.js";

/** How arrays are sent together. */
export interface BucketOptions {
  /** Arrays are sent together up to so many bytes; 25 MiB by default, as PyTorch's. */
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

/** The arrays in buckets, from the last to the first; an array alone may be longer than a bucket. @throws RangeError `CUTS_COMMUNICATOR` */
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
