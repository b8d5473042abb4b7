// where: selects from two operands by a condition or, with only a condition, returns the indices where it is true.

import type { OutOptions } from "../elementwise/apply.js";
import { where as choose } from "../elementwise/select.js";
import type { Operand, ResultOf } from "../elementwise/types.js";
import type { NDArray } from "../ndarray.js";
import { nonzero } from "./nonzero.js";

/**
 * Elements of `a` where the condition is true, else of `b`; all three are broadcast. A condition that is not bool is true where it
 * is not 0. With only a condition, returns the indices where it is true, as `nonzero` does.
 * @example cu.where(x.greater(0), x, 0); const [rows] = await cu.where(mask);
 */
export function where(condition: NDArray): Promise<NDArray<"int64">[]>;
export function where<A extends Operand, B extends Operand>(
  condition: NDArray,
  a: A,
  b: B,
  options?: OutOptions,
): NDArray<ResultOf<A, B>>;
export function where(
  condition: NDArray,
  a?: Operand,
  b?: Operand,
  options?: OutOptions,
): NDArray | Promise<NDArray<"int64">[]> {
  return a === undefined && b === undefined
    ? nonzero(condition)
    : choose(condition, a as Operand, b as Operand, options);
}
