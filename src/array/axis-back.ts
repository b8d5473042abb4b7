// Moves a computed axis back into place. Functions along one axis move it to the end, compute rows, and then move it back. That
// gives a view whose elements are not in C order, which kernels refuse and reshape copies, so a copy is made here.

import { copy } from "./copy.js";
import type { NDArray } from "./ndarray.js";
import { moveaxis } from "./views.js";

/**
 * The result computed from `rows`, with its last axis moved back to `axis`. The result is in C order, except where rows of the
 * operand lie without gaps; then it keeps the operand's order, without a copy. If it will be copied into `out`, its order is
 * arbitrary. Takes over `made`.
 */
export function axisBack<D extends NDArray>(made: D, axis: number, rows: NDArray, out?: NDArray): D {
  const view = moveaxis(made, -1, axis) as D;
  made.dispose();
  if (out !== undefined || view.isContiguous || rows.isContiguous) return view;
  const result = copy(view) as D;
  view.dispose();
  return result;
}
