// Arrays that gradients follow: where gradients of a function begin and end.

import { alias } from "../../array/alias.js";
import type { NDArray } from "../../array/ndarray.js";
import { aliasOf } from "../../array/operators/saved.js";
import type { Step } from "../../array/operators/step.js";
import { isDifferentiable, Variable } from "../../array/operators/variable.js";

/** Another object for an array, which gradients follow from here on; from further back too where they did before. */
export function followed(array: NDArray): NDArray {
  if (!isDifferentiable(array.dtype)) return array;
  return array.variable === undefined ? leafOf(array) : alias(array);
}

/** Another object for an array, at which gradients end. */
export function leafOf(array: NDArray): NDArray {
  const leaf = aliasOf(array);
  leaf.variable = new Variable(leaf);
  return leaf;
}

/**
 * Whether somebody else may want the gradient of gradients: they depend on arrays that are followed from outside, besides those
 * that they are of. `steps` are those between.
 */
export function isWatchedFromOutside(steps: readonly Step[], own: ReadonlySet<Variable>): boolean {
  for (const { step } of own) if (step !== undefined) return true;
  for (const { inputs } of steps)
    for (const { variable } of inputs) if (variable.step === undefined && !own.has(variable)) return true;
  return false;
}
