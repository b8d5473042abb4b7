// A copy as an element-wise function.

import { ArgumentTypeError } from "../../core/errors.js";
import { checkOptions } from "../../core/options.js";
import { formatShape, shapesEqual } from "../../core/shape.js";
import { copy, copyInto } from "../copy.js";
import { describeArray, type NDArray, usableArray } from "../ndarray.js";
import { outNames, type OutOptions } from "./apply.js";

/** A copy, into `out` if it is given; for functions that do not change numbers of some dtypes. */
export function copyOf(a: NDArray, options?: OutOptions): NDArray {
  if (options !== undefined) checkOptions(options, outNames, "copy an array");
  const out = options?.out;
  if (out === undefined) return copy(a);
  usableArray(a, "copy an array");
  usableArray(out, "copy into an array");
  if (out.dtype !== a.dtype || !shapesEqual(out.shape, a.shape)) {
    throw new ArgumentTypeError(
      "CUTS_OUT",
      `Cannot copy into an array: \`out\` must be ${a.dtype}${formatShape(a.shape)} (got ${describeArray(out)})`,
    );
  }
  if (out !== a) copyInto(a, out);
  return out;
}
