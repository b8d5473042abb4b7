// Arrays that gradients follow: where gradients of a function begin and end.

import { isNDArray, type NDArray } from "../../array/ndarray.js";
import { operator } from "../../array/operators/operator.js";
import { stepsOf } from "../../array/operators/pull.js";
import { aliasOf } from "../../array/operators/saved.js";
import { isDifferentiable, Variable } from "../../array/operators/variable.js";
import { makeView } from "../../array/allocate.js";

/** The same array as a place of its own in the graph. */
const alias = operator("alias", viewOf, { gradient: ({ grad }) => [grad] });

/** Another object for an array, which gradients follow from here on; from further back too where they did before. */
export function followed(array: NDArray): NDArray {
  if (!isDifferentiable(array.dtype)) return array;
  if (array.variable !== undefined) return alias(array);
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

function viewOf(array: NDArray): NDArray {
  if (!isNDArray(array)) throw new Error("internal: an alias of no array");
  return makeView(array, array.shape, array.strides, array.offset);
}
