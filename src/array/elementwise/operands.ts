// Prepares the operands of functions with their own kernels: numbers become arrays, arrays are converted to one dtype, and `out`
// is checked.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { astype, checkWritable } from "../copy.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { isScalar } from "../promotion.js";
import { numberArray } from "./scalars.js";
import type { Operand } from "./types.js";

/**
 * An operand as an array of a dtype on the device of another array; arrays created for this are added to `made`.
 * @throws TypeError `CUTS_OPERAND`, `CUTS_ARGUMENT_DEVICE`.
 */
export function asOperand(
  name: string,
  value: Operand,
  dtype: DType,
  beside: NDArray,
  made: NDArray[],
): NDArray {
  if (isNDArray(value)) {
    value.check(`compute ${name}`);
    if (value.device !== beside.device) {
      throw new ArgumentTypeError(
        "CUTS_ARGUMENT_DEVICE",
        `Cannot compute ${name}: all arrays must be on one device (got ${describeArray(beside)} and ${describeArray(value)})`,
      );
    }
    if (value.dtype === dtype) return value;
  } else if (!isScalar(value)) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot compute ${name}: an operand must be an array or a number (got ${formatValue(value)})\nTry: cu.array(values)`,
    );
  }
  const own = isNDArray(value)
    ? astype(value, dtype)
    : numberArray(dtype, value, currentStream(beside.storage.device), `the number of ${name}`);
  made.push(own);
  return own;
}

/** Checks an `out`. @throws TypeError `CUTS_OUT`. */
export function checkOut(name: string, out: NDArray, dtype: DType, shape: Shape, beside: NDArray): void {
  checkWritable(out, `compute ${name} into an array`);
  if (out.dtype === dtype && shapesEqual(out.shape, shape) && out.device === beside.device) return;
  throw new ArgumentTypeError(
    "CUTS_OUT",
    `Cannot compute ${name} into an array: \`out\` must be ${dtype}${formatShape(shape)} on ${beside.device.id} (got ${describeArray(out)})`,
  );
}
