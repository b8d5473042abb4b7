// Returns the result of an operation as a new array, or in the array that `out` names.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { checkWritable, copyInto, mayOverlap } from "../copy.js";
import { describeArray, type NDArray } from "../ndarray.js";

/**
 * Makes a result, or writes it into `out`. If `out` can be written directly, in C order, `make` gets it as its target; else `make`
 * makes a new array, which is copied.
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
