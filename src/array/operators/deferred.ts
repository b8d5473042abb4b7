// Functions that gradient rules use, although the files of these functions import the rules, so that direct imports would be
// circular. fill-deferred.ts fills them in when all modules are loaded, before any gradient is computed.

import type { DType } from "../../core/dtype.js";
import type { Complex } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Device } from "../../runtime/devices/device.js";
import type { NDArray } from "../ndarray.js";

type Value = NDArray | number | Complex;

/** The types of the functions. */
export interface DeferredFunctions {
  where(condition: NDArray, a: Value, b: Value): NDArray;
  full(shape: Shape, value: number, options: { readonly dtype: DType; readonly device: Device }): NDArray;
  concatenate(arrays: readonly NDArray[], axis: number): NDArray;
  /** The gradient of what moves elements (indexing/scatter.ts). */
  movedBack(grad: NDArray, x: NDArray, move: (numbers: NDArray) => NDArray): NDArray;
  zeros(shape: Shape, options: { readonly dtype: DType; readonly device: Device }): NDArray;
}

/** The functions. */
export const deferred: DeferredFunctions = {
  where: missing,
  full: missing,
  concatenate: missing,
  movedBack: missing,
  zeros: missing,
};

function missing(): never {
  throw new Error("internal: gradients are computed before all operations are loaded");
}
