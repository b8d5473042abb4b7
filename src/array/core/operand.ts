// What an operation is given: an array that can be used.

import { type NDArray, usableArray } from "../ndarray.js";

/** An operand that can be used. @throws TypeError `CUTS_OPERAND`. */
export function operandOf(name: string, x: NDArray): NDArray {
  return usableArray(x, `compute ${name}`);
}
