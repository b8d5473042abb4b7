// Functions that gradients are made of although their files import those of the operations that the gradients are of. They are
// put here when all are loaded (fill-late.ts), and are first called much later.

import type { DType } from "../../core/dtype.js";
import type { Complex } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Device } from "../../runtime/devices/device.js";
import type { NDArray } from "../ndarray.js";

type Value = NDArray | number | Complex;

/** What is put here. */
export interface LateFunctions {
  where(condition: NDArray, a: Value, b: Value): NDArray;
  full(shape: Shape, value: number, options: { readonly dtype: DType; readonly device: Device }): NDArray;
  concatenate(arrays: readonly NDArray[], axis: number): NDArray;
  /** The gradient of what moves elements (indexing/scatter.ts). */
  movedBack(grad: NDArray, x: NDArray, move: (numbers: NDArray) => NDArray): NDArray;
  zeros(shape: Shape, options: { readonly dtype: DType; readonly device: Device }): NDArray;
}

/** The functions. */
export const late: LateFunctions = {
  where: missing,
  full: missing,
  concatenate: missing,
  movedBack: missing,
  zeros: missing,
};

function missing(): never {
  throw new Error("internal: gradients are computed before all operations are loaded");
}
