// Products without a sum over a common axis, and similar ones: outer, kron, cross.

import { broadcastShapes } from "../../../core/broadcast.js";
import type { DType } from "../../../core/dtype.js";
import { ArgumentRangeError } from "../../../core/errors.js";
import { formatShape } from "../../../core/shape.js";
import { currentStream } from "../../../runtime/devices/devices.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import type { OutOptions } from "../../elementwise/apply.js";
import { multiply, subtract } from "../../elementwise/functions.js";
import { type Promote, promoteTypes } from "../../promotion.js";
import { operandOf } from "../../core/operand.js";
import { broadcastTo, moveaxis, reshape, slice } from "../../views.js";
import { checkOptions, optionNames } from "../../../core/options.js";
import { operator } from "../../operators/operator.js";
import type { GradientCall } from "../../operators/step.js";

/** The product of each element of `a` with each element of `b`, as a matrix; operands are flattened. */
export const outer = operator("outer", outerProduct, "composite");

function outerProduct<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
  options: OutOptions<Promote<D, E>> = {},
): NDArray<Promote<D, E>> {
  operandOf("outer", a);
  operandOf("outer", b);
  using column = reshape(a as NDArray, -1, 1);
  using row = reshape(b as NDArray, 1, -1);
  return multiply(column, row, options as OutOptions) as NDArray<Promote<D, E>>;
}

/** The Kronecker product: each element of `a` is replaced by itself times `b`. Missing axes are added in front. */
export const kron = operator("kron", kroneckerProduct, "composite");

function kroneckerProduct<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
): NDArray<Promote<D, E>> {
  operandOf("kron", a);
  operandOf("kron", b);
  const rank = Math.max(a.ndim, b.ndim);
  const padded = (x: NDArray): number[] => [...Array.from({ length: rank - x.ndim }, () => 1), ...x.shape];
  const [ofA, ofB] = [padded(a), padded(b)];
  using left = reshape(
    a as NDArray,
    ofA.flatMap((size) => [size, 1]),
  );
  using right = reshape(
    b as NDArray,
    ofB.flatMap((size) => [1, size]),
  );
  using made = multiply(left, right);
  return reshape(
    made,
    ofA.map((size, axis) => size * (ofB[axis] as number)),
  ) as NDArray<Promote<D, E>>;
}

/** Options of {@link cross}. */
export interface CrossOptions {
  /** The axis of the vectors in both and in the result; the last by default. */
  readonly axis?: number | undefined;
}

const crossNames = optionNames<CrossOptions>({ axis: true });

/** The cross product of vectors of length 3 along an axis; the other axes broadcast. @throws RangeError `CUTS_CROSS`. */
export const cross = operator("cross", crossProduct, { saves: [0, 1], gradient: ofCross });

function crossProduct<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
  options: CrossOptions = {},
): NDArray<Promote<D, E>> {
  checkOptions(options, crossNames, "compute cross");
  const { axis = -1 } = options;
  const left = operandOf("cross", a);
  operandOf("cross", b);
  using x = moveaxis(a as NDArray, axis, -1);
  using y = moveaxis(b as NDArray, axis, -1);
  if (x.shape.at(-1) !== 3 || y.shape.at(-1) !== 3) {
    throw new ArgumentRangeError(
      "CUTS_CROSS",
      `Cannot compute cross: vectors must be of length 3 (got ${formatShape(a.shape)} and ${formatShape(b.shape)} along axis ${axis})`,
    );
  }
  const shape = broadcastShapes([x.shape, y.shape]);
  using first = broadcastTo(x, shape);
  using second = broadcastTo(y, shape);
  const stream = currentStream(left.storage.device);
  using made = allocateArray(stream, promoteTypes(a.dtype, b.dtype), shape);
  for (let i = 0; i < 3; i++) {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    using plus = multiplied(first, j, second, k);
    using minus = multiplied(first, k, second, j);
    using part = slice(made, ["...", i]);
    subtract(plus, minus, { out: part });
  }
  return moveaxis(made, -1, axis);
}

function multiplied(a: NDArray, i: number, b: NDArray, j: number): NDArray {
  using left = slice(a, ["...", i]);
  using right = slice(b, ["...", j]);
  return multiply(left, right);
}

function conj(x: NDArray): NDArray {
  return x.dtype === "complex64" || x.dtype === "complex128" ? x.conjugate() : x;
}

function ofCross({
  grad,
  args: [a, b, options],
  needs,
}: GradientCall<Parameters<typeof crossProduct>>): (NDArray | null)[] {
  return [needs(0) ? cross(conj(b), grad, options) : null, needs(1) ? cross(grad, conj(a), options) : null];
}
