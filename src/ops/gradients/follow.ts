// Tracked arrays: where the gradients of a function start and stop.

import { alias } from "../../array/alias.js";
import type { NDArray } from "../../array/ndarray.js";
import { aliasOf } from "../../array/operators/saved.js";
import type { Step } from "../../array/operators/step.js";
import { isDifferentiable, Variable } from "../../array/operators/variable.js";

/** Another object for an array, which is tracked from here on, and still tracked to wherever it was before. */
export function followed(array: NDArray): NDArray {
  if (!isDifferentiable(array.dtype)) return array;
  return array.variable === undefined ? leafOf(array) : alias(array);
}

/** Another object for an array, at which gradients stop. */
export function leafOf(array: NDArray): NDArray {
  const leaf = aliasOf(array);
  leaf.variable = new Variable(leaf);
  return leaf;
}

/** Whether gradients of the gradients may be wanted: some of the `steps` depend on arrays tracked outside this function. */
export function isWatchedFromOutside(steps: readonly Step[], own: ReadonlySet<Variable>): boolean {
  for (const { step } of own) if (step !== undefined) return true;
  for (const { inputs } of steps)
    for (const { variable } of inputs) if (variable.step === undefined && !own.has(variable)) return true;
  return false;
}
