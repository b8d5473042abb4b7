// What an operation gives: a new array, or the one that `out` names.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { checkWritable, copyInto, mayOverlap } from "../copy.js";
import { describeArray, type NDArray } from "../ndarray.js";

/**
 * Makes a result, or writes it into `out`: `make` gets `out` where it may be written at once, in C order, and gives the
 * array that has the result.
 */
export function writeResult(
  name: string,
  from: NDArray,
  shape: Shape,
  dtype: DType,
  out: NDArray | undefined,
  make: (target: NDArray | undefined) => NDArray,
): NDArray {
  if (out === undefined) return make(undefined);
  checkWritable(out, `compute ${name} into an array`);
  const { device } = from.storage;
  if (out.dtype !== dtype || !shapesEqual(out.shape, shape) || out.storage.device !== device) {
    throw new ArgumentTypeError(
      "CUTS_OUT",
      `Cannot compute ${name} into an array: \`out\` must be ${dtype}${formatShape(shape)} on ${device.id} (got ${describeArray(out)})`,
    );
  }
  const made = make(out.isContiguous && !mayOverlap(out, from) ? out : undefined);
  if (made !== out) {
    copyInto(made, out);
    made.dispose();
  }
  return out;
}
