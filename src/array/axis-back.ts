// Functions along one axis compute rows: the axis is moved to the end, and back in what they made. That would be a view whose
// elements do not lie in C order, which kernels refuse and of which reshape makes a copy.

import { copy } from "./copy.js";
import type { NDArray } from "./ndarray.js";
import { moveaxis } from "./views.js";

/**
 * What was made of `rows`, whose last axis is `axis` of the operand, in the operand's shape, and in C order; in the order of the
 * operand where the rows lie in it without a gap, which costs nothing. What is copied into `out` anyway may be in any order. It
 * takes over `made`.
 */
export function axisBack<D extends NDArray>(made: D, axis: number, rows: NDArray, out?: NDArray): D {
  const view = moveaxis(made, -1, axis) as D;
  made.dispose();
  if (out !== undefined || view.isContiguous || rows.isContiguous) return view;
  const result = copy(view) as D;
  view.dispose();
  return result;
}
