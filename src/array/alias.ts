// The same array as another object, with a place of its own among gradients: they go through it to the array.

import { makeView } from "./allocate.js";
import { followMadeOf, type NDArray } from "./ndarray.js";
import { operator } from "./operators/operator.js";

/** A view of all of an array. */
export const alias = operator("alias", viewOf, { gradient: ({ grad }) => [grad] });

function viewOf(array: NDArray): NDArray {
  return makeView(array, array.shape, array.strides, array.offset);
}

followMadeOf((array) => {
  using own = alias(array);
  return own.variable;
});
