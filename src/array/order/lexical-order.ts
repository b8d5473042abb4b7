// Sorts by several keys, like words by several letters: complex numbers, and rows of a matrix. It sorts by the last key first.
// Since every sort is stable, the first key decides in the end.

import type { NDArray } from "../ndarray.js";
import { takeAlongAxis } from "../indexing/take.js";
import { sortKeys } from "./sort-rows.js";

/**
 * The indices that sort along the last axis by keys of one shape, the most significant first. Equal elements keep their order.
 * There must be at least one key; the keys stay unchanged.
 */
export function lexicalOrder(keys: readonly NDArray[]): NDArray<"int64"> {
  let order: NDArray<"int64"> | undefined;
  for (const key of keys.toReversed()) {
    const step = orderOf(order === undefined ? key.copy() : takeAlongAxis(key, order));
    if (order === undefined) order = step;
    else {
      const next = takeAlongAxis(order, step);
      order.dispose();
      step.dispose();
      order = next;
    }
  }
  if (order === undefined) throw new Error("internal: an order without keys");
  return order;
}

/** The indices that sort keys along the last axis. The keys that are given are disposed of. */
function orderOf(own: NDArray): NDArray<"int64"> {
  const { keys, indices } = sortKeys(own, true);
  keys.dispose();
  const order = (indices as NDArray).astype("int64");
  indices?.dispose();
  return order;
}
