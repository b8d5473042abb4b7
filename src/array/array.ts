// The array surface: what src/index.ts publishes of this folder, and the methods of arrays.

import "./methods.js";

export { isNDArray } from "./array-object.js";
export type { ArrayData, Nested } from "./access.js";
export {
  arange,
  type ArrayLikeValues,
  type ArrayOptions,
  array,
  asarray,
  empty,
  emptyLike,
  eye,
  full,
  fullLike,
  linspace,
  ones,
  onesLike,
  zeros,
  zerosLike,
} from "./creation.js";
export type { OutOptions } from "./elementwise/apply.js";
export * from "./elementwise/functions.js";
export type { NDArray } from "./ndarray.js";
export type { NestedList, ScalarValue } from "./nested.js";
export { type Promote, type PromoteScalar, promoteTypes, type Scalar } from "./promotion.js";
export type { SliceIndex } from "./slices.js";
export {
  broadcastArrays,
  broadcastTo,
  expandDims,
  flip,
  moveaxis,
  reshape,
  squeeze,
  swapaxes,
  transpose,
} from "./views.js";
