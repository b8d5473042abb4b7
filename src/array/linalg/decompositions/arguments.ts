// Checks the arguments of decompositions: arrays whose last two axes are matrices, reshaped to [batch, rows, columns]. float32,
// float64, complex64 and complex128 are computed as they are; integers and bool as float64, as in NumPy. 16-bit floats are
// refused, as in NumPy, because 8 or 11 bits are too few for a decomposition.

import type { DType } from "../../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../../core/errors.js";
import { formatShape, type Shape, sizeOf } from "../../../core/shape.js";
import { cStrides } from "../../../core/strides.js";
import { formatValue } from "../../../core/text.js";
import { currentStream } from "../../../runtime/devices/devices.js";
import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { makeView } from "../../allocate.js";
import { describeArray, isNDArray, type NDArray } from "../../ndarray.js";
import { astype } from "../../copy.js";
import { promoteTypes } from "../../promotion.js";
import { broadcastTo } from "../../views.js";
import { type MatrixType, realTypes } from "./matrix-types.js";
import type { Matrices } from "./launch.js";

/** The dtype in which matrices of a dtype are decomposed; none for 16-bit floats. */
export type MatrixOf<D extends DType> = D extends MatrixType
  ? D
  : D extends "float16" | "bfloat16"
    ? never
    : "float64";

/** The checked matrices. */
export interface MatrixInput {
  readonly array: NDArray;
  readonly dtype: MatrixType;
  /** The axes before those of the matrix. */
  readonly lead: Shape;
  readonly batch: number;
  readonly m: number;
  readonly n: number;
  readonly stream: StreamCore;
}

/**
 * Reads an argument; messages begin with "Cannot <action>".
 * @throws TypeError `CUTS_NOT_AN_ARRAY`, `CUTS_OPERATION_DTYPE`; RangeError `CUTS_MATRIX`.
 */
export function matricesOf(action: string, x: NDArray): MatrixInput {
  const { shape, dtype } = checkArray(action, x);
  if (shape.length < 2) {
    throw new ArgumentRangeError(
      "CUTS_MATRIX",
      `Cannot ${action}: an array of matrices has at least two axes (got ${describeArray(x)})`,
    );
  }
  const [m = 0, n = 0] = shape.slice(-2);
  const lead = shape.slice(0, -2);
  const stream = currentStream(x.storage.device);
  return { array: x, dtype: matrixType(action, dtype), lead, batch: sizeOf(lead), m, n, stream };
}

/** The same, for square matrices. */
export function squaresOf(action: string, x: NDArray): MatrixInput {
  const input = matricesOf(action, x);
  if (input.m === input.n) return input;
  throw new ArgumentRangeError(
    "CUTS_MATRIX",
    `Cannot ${action}: the matrices must be square, the last two axes of one size (got ${formatShape(x.shape)})`,
  );
}

/** Throws unless `x` is an array that is not disposed. */
export function checkArray(action: string, x: NDArray): NDArray {
  if (!isNDArray(x)) {
    throw new ArgumentTypeError(
      "CUTS_NOT_AN_ARRAY",
      `Cannot ${action}: it must be an array (got ${formatValue(x)})\nTry: cu.array(…)`,
    );
  }
  x.check(action);
  return x;
}

/** The dtype in which matrices of these dtypes are decomposed together. */
export function matrixType(action: string, first: DType, second: DType = first): MatrixType {
  for (const dtype of [first, second]) {
    if (dtype !== "float16" && dtype !== "bfloat16") continue;
    throw new ArgumentTypeError(
      "CUTS_OPERATION_DTYPE",
      `Cannot ${action}: 16-bit floats hold too little of a decomposition (got ${dtype})\nTry: x.astype("float32")`,
    );
  }
  const dtype: DType = promoteTypes(first, second);
  return dtype in realTypes ? (dtype as MatrixType) : "float64";
}

/** A copy that may be overwritten, with matrices in C order and leading axes broadcast to `lead`. */
export function workingCopy<D extends MatrixType>(
  { array, m, n }: Pick<MatrixInput, "array" | "m" | "n">,
  dtype: D,
  lead: Shape,
): Matrices<D> {
  using wide = broadcastTo(array, [...lead, m, n]);
  using packed = astype(wide, dtype);
  return shaped(packed, [sizeOf(lead), m, n]);
}

/** An array in C order with another shape; takes over `array`. */
export function reshaped<D extends DType>(array: NDArray<D>, shape: Shape): NDArray<D> {
  using old = array;
  return shaped(old, shape);
}

function shaped<D extends DType>(array: NDArray<D>, shape: Shape): NDArray<D> {
  return makeView(array, shape, cStrides(shape), array.offset);
}
