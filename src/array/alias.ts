// A second object for the same array, with its own variable for gradients; its gradients flow on to the original.

import { makeView } from "./allocate.js";
import { followMadeOf, type NDArray } from "./ndarray.js";
import { operator } from "./operators/operator.js";

/** A view of the whole array. */
export const alias = operator("alias", viewOf, { gradient: ({ grad }) => [grad] });

function viewOf(array: NDArray): NDArray {
  return makeView(array, array.shape, array.strides, array.offset);
}

followMadeOf((array) => {
  using own = alias(array);
  return own.variable;
});
