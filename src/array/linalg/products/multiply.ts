// Multiplies matrices by the device's routine if one supports them, else by kernels.

import type { ProductRoutine } from "../../../backend/routines.js";
import { type Shape, sizeOf } from "../../../core/shape.js";
import { cStrides } from "../../../core/strides.js";
import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { submitWithWorkspace } from "../../../runtime/memory/workspace.js";
import type { NDArray } from "../../ndarray.js";
import { copy } from "../../copy.js";
import { useStorages } from "../../kernels/launch-rows.js";
import { launchGemm } from "./gemm.js";
import { launchGemv } from "./gemv.js";
import type { ProductType } from "./product-kernels.js";
import { type MatmulPrecision, type MatrixOperand, type Product, productOf } from "./product.js";

/**
 * Multiplies the matrices in the last two axes of `a` and `b` into `into`, of shape `[...batch, m, n]` in C order. The element
 * size is that of `type`, and no size is 0.
 */
export function multiplyMatrices(
  type: ProductType,
  precision: MatmulPrecision,
  into: NDArray,
  a: MatrixOperand,
  b: MatrixOperand,
  batch: Shape,
  stream: StreamCore,
): void {
  const [m, k, n] = [a.shape.at(-2) as number, a.shape.at(-1) as number, b.shape.at(-1) as number];
  const routine = stream.backend.routines?.products;
  if (routine?.takes(type, m, n, k, sizeOf(batch)) === true) {
    const left = inOrderOf(routine, a);
    const right = inOrderOf(routine, b);
    runRoutine(routine, productOf(type, precision, into, left, right, batch), stream);
    if (left !== a) left.array.dispose();
    if (right !== b) right.array.dispose();
    return;
  }
  const product = productOf(type, precision, into, a, b, batch);
  if (product.m === 1 || product.n === 1) launchGemv(product, stream);
  else launchGemm(product, stream);
}

/** An operand whose matrices the routine takes: itself, or a copy, which is the caller's to dispose. */
function inOrderOf(routine: ProductRoutine, own: MatrixOperand): MatrixOperand {
  if (routine.takesMatrices(own.shape, own.strides)) return own;
  const array = copy(own.array);
  const { storage, dtype, start } = array;
  return { array, storage, dtype, start, shape: own.shape, strides: cStrides(own.shape) };
}

function runRoutine(routine: ProductRoutine, product: Product, stream: StreamCore): void {
  const { into, a, b } = product;
  useStorages([into, a, b], stream);
  submitWithWorkspace(stream, routine.prepare(), (workspace, work) =>
    routine.run(product, workspace, stream.backendStream, work),
  );
}
