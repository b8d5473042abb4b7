// Cuts or zero-pads an array along an axis.

import type { NDArray } from "../ndarray.js";
import { copyInto } from "../copy.js";
import { zeros } from "../creation.js";
import { slice } from "../views.js";

/** A view of the first `length` elements along an axis, or a copy padded with zeros if there are fewer. */
export function paddedTo(x: NDArray, axis: number, length: number): NDArray {
  const given = x.shape[axis] as number;
  const part = (size: number): string[] => x.shape.map((_, one) => (one === axis ? `0:${size}` : ":"));
  using cut = slice(x, part(Math.min(given, length)));
  if (given >= length) return slice(cut, "...");
  const padded = zeros(x.shape.with(axis, length), { dtype: x.dtype, device: x.device });
  using head = slice(padded, part(given));
  copyInto(cut, head);
  return padded;
}
