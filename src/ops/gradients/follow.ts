// Arrays that gradients follow: where gradients of a function begin and end.

import { alias } from "../../array/alias.js";
import type { NDArray } from "../../array/ndarray.js";
import { stepsOf } from "../../array/operators/pull.js";
import { aliasOf } from "../../array/operators/saved.js";
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
 * that they are of.
 */
export function isWatchedFromOutside(from: readonly Variable[], own: ReadonlySet<Variable>): boolean {
  if ([...own].some(({ step }) => step !== undefined)) return true;
  const steps = stepsOf(from, (variable) => own.has(variable));
  return steps.some(({ inputs }) =>
    inputs.some(({ variable }) => variable.step === undefined && !own.has(variable)),
  );
}
