// matmul: NumPy's product of matrices, vectors and batches of matrices.

import { broadcastShapes } from "../../../core/broadcast.js";
import { type DType, dtypes } from "../../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../../core/errors.js";
import { formatShape, type Shape, shapesEqual, sizeOf } from "../../../core/shape.js";
import { formatValue } from "../../../core/text.js";
import { currentStream } from "../../../runtime/devices/devices.js";
import { allocateArray } from "../../allocate.js";
import { describeArray, type NDArray } from "../../ndarray.js";
import { fill } from "../../access.js";
import { astype, checkWritable, copyInto, mayOverlap } from "../../copy.js";
import { type Promote, promoteTypes } from "../../promotion.js";
import { operandOf } from "../../core/operand.js";
import { multiplyMatrices } from "./multiply.js";
import { type ProductType, productTypeOf } from "./product-kernels.js";
import type { MatmulPrecision, MatrixOperand } from "./product.js";
import { checkOptions, optionNames } from "../../../core/options.js";
import { operator } from "../../operators/operator.js";
import type { GradientCall } from "../../operators/step.js";
import { sumTo } from "../../operators/backpropagate.js";
import { processState } from "../../../core/process-state.js";

/** Options of {@link matmul}. */
export interface MatmulOptions<D extends DType = DType> {
  /** An array of the result's shape and dtype, into which the result is written; it is returned. */
  readonly out?: NDArray<D> | undefined;
  /** The precision of float32 products on a GPU; by default that of {@link matmulPrecision}. */
  readonly precision?: MatmulPrecision | undefined;
}

/** The names of {@link MatmulOptions}. */
export const matmulNames = optionNames<MatmulOptions>({ out: true, precision: true });

/**
 * The product of two matrices, or of matrices in the last two axes, with the other axes broadcast. A vector on the left is a row
 * and one on the right a column, and the result has no axis for it. Integers wrap; 16-bit floats are accumulated in float32.
 * @throws RangeError `CUTS_MATMUL`, `CUTS_BROADCAST`; TypeError `CUTS_MATMUL`, `CUTS_OUT`.
 * @example cu.matmul(cu.ones([2, 3]), cu.ones([3, 4])).shape // [2, 4]
 */
export function matmul<D extends DType, E extends DType>(
  a: NDArray<D>,
  b: NDArray<E>,
  options: MatmulOptions<Promote<D, E>> = {},
): NDArray<Promote<D, E>> {
  return multiply(a, b, options, "matmul") as NDArray<Promote<D, E>>;
}

/**
 * Sets the precision of float32 products on a GPU from now on, and returns the previous one: "float32" (the default), or "tf32",
 * whose factors are rounded to 11 bits. Without an argument it only returns the current one. The cpu device always uses float32.
 * @throws TypeError `CUTS_PRECISION`.
 */
export function matmulPrecision(precision?: MatmulPrecision): MatmulPrecision {
  const before = state.current;
  if (precision !== undefined) state.current = checked(precision);
  return before;
}

const state = processState(() => ({ current: "float32" as MatmulPrecision }));

function checked(precision: MatmulPrecision): MatmulPrecision {
  if (precision === "float32" || precision === "tf32") return precision;
  throw new ArgumentTypeError(
    "CUTS_PRECISION",
    `Cannot choose a precision: it must be "float32" or "tf32" (got ${formatValue(precision)})`,
  );
}

/** matmul with another name in error messages. */
export function product(name: string, a: NDArray, b: NDArray, options: MatmulOptions = {}): NDArray {
  return multiply(a, b, options, name);
}

const multiply = operator("matmul", computeProduct, {
  saves: [0, 1],
  gradient: ({ grad, args: [a, b], needs }: GradientCall<readonly [NDArray, NDArray]>) => {
    // A vector is a row on the left, a column on the right.
    const left = a.ndim === 1 ? a.expandDims(0) : a;
    const right = b.ndim === 1 ? b.expandDims(1) : b;
    const rows = a.ndim === 1 ? grad.expandDims(b.ndim === 1 ? -1 : -2) : grad;
    const g = b.ndim === 1 ? rows.expandDims(-1) : rows;
    return [
      needs(0) ? shaped(sumTo(g.matmul(adjoint(right)), left.shape), a.shape) : null,
      needs(1) ? shaped(ofRight(left, right, g), b.shape) : null,
    ];
  },
});

function shaped(x: NDArray, shape: Shape): NDArray {
  return shapesEqual(x.shape, shape) ? x : x.reshape(shape);
}

/** That of the right operand. Batches of the left one are rows of one matrix where the right one has none. */
function ofRight(left: NDArray, right: NDArray, g: NDArray): NDArray {
  if (right.ndim > 2 || left.ndim === 2) return sumTo(adjoint(left).matmul(g), right.shape);
  const all = left.reshape(-1, left.shape.at(-1) as number);
  return adjoint(all).matmul(g.reshape(-1, g.shape.at(-1) as number));
}

function adjoint(x: NDArray): NDArray {
  const turned = x.swapaxes(-2, -1);
  return x.dtype === "complex64" || x.dtype === "complex128" ? turned.conjugate() : turned;
}

function computeProduct(a: NDArray, b: NDArray, options: MatmulOptions = {}, name = "matmul"): NDArray {
  const left = operandOf(name, a);
  const right = operandOf(name, b);
  checkOptions(options, matmulNames, `compute ${name}`);
  const precision = options.precision === undefined ? state.current : checked(options.precision);
  checkShapes(name, left, right);
  const batch = batchOf(left.shape, right.shape);
  const shape = resultShape(batch, left.shape, right.shape);
  const dtype = left.dtype === right.dtype ? left.dtype : promoteTypes(left.dtype, right.dtype);
  const { out } = options;
  if (out !== undefined) checkOut(name, out, shape, dtype, left);
  const stream = currentStream(left.storage.device);
  const type = productTypeOf(dtype);
  const isDirect = sameBits(dtype, type);
  const mayWriteOut =
    out !== undefined && isDirect && out.isContiguous && !mayOverlap(out, left) && !mayOverlap(out, right);
  const result = mayWriteOut ? out : allocateArray(stream, isDirect ? dtype : type, shape);
  if (sizeOf(shape) > 0) {
    if (left.shape.at(-1) === 0) fill(result, 0);
    else {
      const first = asMatrices(a, dtype, type, 0);
      const second = asMatrices(b, dtype, type, 1);
      multiplyMatrices(type, precision, result, first, second, batch, stream);
      if (first.array !== a) first.array.dispose();
      if (second.array !== b) second.array.dispose();
    }
  }
  if (result === out) return out;
  const final = isDirect ? result : astype(result, dtype);
  if (final !== result) result.dispose();
  if (out === undefined) return final;
  copyInto(final, out);
  final.dispose();
  return out;
}

/** The axes before matrices, stretched together. */
function batchOf(left: Shape, right: Shape): Shape {
  if (left.length <= 2 && right.length <= 2) return [];
  return broadcastShapes([left.slice(0, -2), right.slice(0, -2)]);
}

function resultShape(batch: Shape, left: Shape, right: Shape): number[] {
  const shape = [...batch];
  if (left.length > 1) shape.push(left.at(-2) as number);
  if (right.length > 1) shape.push(right.at(-1) as number);
  return shape;
}

/** Whether kernels of a type take the elements of a dtype as they are. */
function sameBits(dtype: DType, type: ProductType): boolean {
  return dtype === type || dtypes[dtype].byteLength === dtypes[type].byteLength;
}

/** An operand as matrices that kernels of a type take: of its own memory or of a copy. A vector is a row (0) or a column (1). */
function asMatrices(x: NDArray, dtype: DType, type: ProductType, side: 0 | 1): MatrixOperand {
  const isCast = x.dtype !== dtype || !sameBits(dtype, type);
  const array = isCast ? astype(x, sameBits(dtype, type) ? dtype : type) : x;
  const { storage, start, shape, strides } = array;
  if (shape.length > 1) return { array, storage, dtype: array.dtype, start, shape, strides };
  const own = { array, storage, dtype: array.dtype, start };
  const [size = 0] = shape;
  const [stride = 1] = strides;
  return side === 0
    ? { ...own, shape: [1, size], strides: [0, stride] }
    : { ...own, shape: [size, 1], strides: [stride, 0] };
}

function checkShapes(name: string, left: NDArray, right: NDArray): void {
  if (left.storage.device !== right.storage.device) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot compute ${name}: all arrays must be on one device (got ${describeArray(left)} and ${describeArray(right)})` +
        `\nTry: x.to("${left.device.id}")`,
    );
  }
  if (left.shape.length === 0 || right.shape.length === 0) {
    const scalar = left.shape.length === 0 ? left : right;
    throw new ArgumentTypeError(
      "CUTS_MATMUL",
      `Cannot compute ${name}: each operand must have an axis at least (got ${describeArray(scalar)})` +
        "\nTry: a.mul(b)",
    );
  }
  const k = left.shape.at(-1);
  const other = right.shape.at(right.shape.length === 1 ? 0 : -2);
  if (k === other) return;
  throw new ArgumentRangeError(
    "CUTS_MATMUL",
    `Cannot compute ${name}: the last axis of the left operand must be as long as the ${right.shape.length === 1 ? "axis" : "last but one axis"} of the right one ` +
      `(got ${formatShape(left.shape)} and ${formatShape(right.shape)}: ${k} and ${other})`,
  );
}

function checkOut(name: string, out: NDArray, shape: Shape, dtype: DType, left: NDArray): void {
  checkWritable(out, `compute ${name} into an array`);
  const { device } = left.storage;
  if (out.dtype === dtype && shapesEqual(out.shape, shape) && out.storage.device === device) return;
  throw new ArgumentTypeError(
    "CUTS_OUT",
    `Cannot compute ${name} into an array: \`out\` must be ${dtype}${formatShape(shape)} on ${device.id} (got ${describeArray(out)})`,
  );
}
