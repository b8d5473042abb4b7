// Checks the operand of an operation.

import { type NDArray, usableArray } from "../ndarray.js";

/** Returns the operand if it is an array that is not disposed. @throws TypeError `CUTS_OPERAND`. */
export function operandOf(name: string, x: NDArray): NDArray {
  return usableArray(x, `compute ${name}`);
}
