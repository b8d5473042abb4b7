// Applies an element-wise operation: chooses the dtype, brings operands to it, finds the shape of the result, launches the
// kernel that fits the layout. Operands of one dtype and shape that lie in one order, and numbers beside such an array,
// go straight to a kernel; everything else is broadcast or converted first.

import { broadcastShapes, broadcastStrides } from "../../core/broadcast.js";
import { type Complex, type DType, dtypes } from "../../core/dtype.js";
import { isIntegerDType, toBoolean, toComplex, toFloat, toInteger } from "../../core/dtype-value.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { offsetRange } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices.js";
import type { StreamCore } from "../../runtime/stream-core.js";
import {
  allocateArray,
  allocateLike,
  type ArrayObject,
  describeArray,
  isNDArray,
  objectOf,
} from "../array-object.js";
import { astype, checkWritable, copyInto, mayOverlap } from "../copy.js";
import { array } from "../creation.js";
import { joinAxes } from "../kernels/axes.js";
import type { BuiltinKernel, KernelOnDevice } from "../kernels/builtin-kernel.js";
import { launchUnit, launchUnitRows, type RowArgument, SHORT_ROW } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { promoteScalar, promoteTypes, type Scalar } from "../promotion.js";
import type { Family } from "./families.js";
import { computedType, type Operation } from "./operation.js";
import { type OperationKernels, operationKernels } from "./operation-kernels.js";

/** What every element-wise function takes last. */
export interface OutOptions<D extends DType = DType> {
  /** An array of the result's shape and dtype that gets the result; it is returned. It may be an operand. */
  readonly out?: NDArray<D>;
}

/** An operation with its kernels. */
export class Applicator {
  readonly #operation: Operation;
  readonly #family: Family;
  readonly #kernels = new Map<DType, OperationKernels>();

  constructor(family: Family, name: string) {
    const operation = family.operations.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`internal: ${family.name} has no operation ${name}`);
    this.#operation = operation;
    this.#family = family;
  }

  /** Applies it to one operand. */
  one(a: NDArray, options?: OutOptions): NDArray {
    const own = this.#operand(a);
    const dtype = this.#computed(own.dtype, undefined);
    const stream = currentStream(own.storage.device);
    const kernels = this.#kernelsFor(dtype);
    const out = options?.out && this.#checkOut(options.out, own.shape, kernels.result, own);
    const temporary = own.dtype === dtype ? undefined : astype(a, dtype);
    const from = temporary === undefined ? own : objectOf(temporary);
    const result = out ?? resultLike(stream, kernels.result, from);
    const into = objectOf(result);
    if (hasOneOrder(into, from)) launchUnit(kernels.arrays, into.size, [into, from], stream);
    else this.#launchStrided(kernels, into, [from], stream);
    temporary?.dispose();
    return result;
  }

  /** Applies it to two operands, one of which may be a number. */
  two(a: NDArray | Scalar, b: NDArray | Scalar, options?: OutOptions): NDArray {
    if (!isNDArray(a))
      return isNDArray(b) ? this.#withScalar(b, a, false, options) : this.two(array(a), b, options);
    if (!isNDArray(b)) return this.#withScalar(a, b, true, options);
    const left = this.#operand(a);
    const right = this.#operand(b);
    if (left.storage.device !== right.storage.device) throw this.#differentDevices(left, right);
    const promoted = left.dtype === right.dtype ? left.dtype : promoteTypes(left.dtype, right.dtype);
    const dtype = this.#computed(promoted, right.dtype);
    if (left.dtype === dtype && right.dtype === dtype) return this.#launchTwo(left, right, dtype, options);
    const first = left.dtype === dtype ? a : astype(a, dtype);
    const second = right.dtype === dtype ? b : astype(b, dtype);
    try {
      return this.#launchTwo(objectOf(first), objectOf(second), dtype, options);
    } finally {
      if (first !== a) first.dispose();
      if (second !== b) second.dispose();
    }
  }

  #launchTwo(left: ArrayObject, right: ArrayObject, dtype: DType, options: OutOptions | undefined): NDArray {
    const stream = currentStream(left.storage.device);
    const kernels = this.#kernelsFor(dtype);
    if (options?.out === undefined && hasOneOrder(left, right)) {
      const result = resultLike(stream, kernels.result, left);
      launchUnit(kernels.arrays, left.size, [objectOf(result), left, right], stream);
      return result;
    }
    const shape = shapesEqual(left.shape, right.shape)
      ? left.shape
      : broadcastShapes([left.shape, right.shape]);
    const out = options?.out && this.#checkOut(options.out, shape, kernels.result, left, right);
    const result = out ?? allocateArray(stream, kernels.result, shape);
    const into = objectOf(result);
    if (hasOneOrder(into, left) && hasOneOrder(into, right))
      launchUnit(kernels.arrays, into.size, [into, left, right], stream);
    else this.#launchStrided(kernels, into, [left, right], stream);
    return result;
  }

  /** Computes over arrays of any strides: what does not lie side by side along the last axis is copied first. */
  #launchStrided(
    kernels: OperationKernels,
    into: ArrayObject,
    inputs: readonly ArrayObject[],
    stream: StreamCore,
  ): void {
    if (into.size === 0) return;
    const temporaries: NDArray[] = [];
    const target = into.isContiguous ? into : this.#temporary(into.dtype, into.shape, stream, temporaries);
    const operands: RowArgument[] = [target];
    for (const input of inputs) {
      const isUsable =
        isRowWise(target, input) && (!mayOverlap(target, input) || hasSamePlace(target, input));
      const own = isUsable ? input : this.#temporary(input.dtype, into.shape, stream, temporaries);
      if (own !== input) copyInto(input as unknown as NDArray, own as unknown as NDArray);
      const strides = broadcastStrides(own.shape, own.strides, into.shape);
      operands.push({ storage: own.storage, dtype: own.dtype, start: own.start, strides });
    }
    launchUnitRows(kernels.arrays, into.shape, operands, stream);
    if (target !== into) copyInto(target as unknown as NDArray, into as unknown as NDArray);
    for (const one of temporaries) one.dispose();
  }

  #temporary(dtype: DType, shape: Shape, stream: StreamCore, kept: NDArray[]): ArrayObject {
    const made = allocateArray(stream, dtype, shape);
    kept.push(made);
    return objectOf(made);
  }

  #withScalar(a: NDArray, value: Scalar, isRight: boolean, options: OutOptions | undefined): NDArray {
    const own = this.#operand(a);
    const dtype = this.#computed(promoteScalar(own.dtype, value), undefined);
    const stream = currentStream(own.storage.device);
    const kernels = this.#kernelsFor(dtype);
    const out = options?.out && this.#checkOut(options.out, own.shape, kernels.result, own);
    const temporary = own.dtype === dtype ? undefined : astype(a, dtype);
    const from = temporary === undefined ? own : objectOf(temporary);
    const result = out ?? resultLike(stream, kernels.result, from);
    const into = objectOf(result);
    if (hasOneOrder(into, from)) {
      const kernel: BuiltinKernel = isRight ? kernels.scalarRight : kernels.scalarLeft;
      const checked = checkScalar(dtype, value, `the number of ${this.#operation.name}`);
      launchUnit(kernel, into.size, [into, from], stream, (one, index) =>
        writeScalar(one, index, dtype, checked),
      );
    } else {
      using scalar = array(value, { dtype, device: own.storage.device });
      const beside = objectOf(scalar);
      this.#launchStrided(kernels, into, isRight ? [from, beside] : [beside, from], stream);
    }
    temporary?.dispose();
    return result;
  }

  #operand(a: NDArray): ArrayObject {
    if (!isNDArray(a)) {
      throw new ArgumentTypeError(
        "CUTS_OPERAND",
        `Cannot compute ${this.#operation.name}: an operand must be an array or a number (got ${formatValue(a)})` +
          "\nTry: cu.array(values)",
      );
    }
    const own = objectOf(a);
    own.check(`compute ${this.#operation.name}`);
    return own;
  }

  #kernelsFor(dtype: DType): OperationKernels {
    let kernels = this.#kernels.get(dtype);
    if (kernels === undefined) {
      kernels = operationKernels(this.#operation, dtype, this.#family.groups);
      this.#kernels.set(dtype, kernels);
    }
    return kernels;
  }

  #computed(dtype: DType, other: DType | undefined): DType {
    const computed = computedType(this.#operation, dtype);
    if (computed !== undefined) return computed;
    const pair = other === undefined || other === dtype ? dtype : `${dtype} (with ${other})`;
    throw new ArgumentTypeError(
      "CUTS_OPERATION_DTYPE",
      `Cannot compute ${this.#operation.name}: it is not defined for this dtype (got ${pair})`,
    );
  }

  #checkOut(out: NDArray, shape: Shape, dtype: DType, ...inputs: readonly ArrayObject[]): NDArray {
    const own = objectOf(out);
    checkWritable(own, `compute ${this.#operation.name} into an array`);
    if (own.dtype !== dtype || !shapesEqual(own.shape, shape)) {
      throw new ArgumentTypeError(
        "CUTS_OUT",
        `Cannot compute ${this.#operation.name} into an array: \`out\` must be ${dtype}${formatShape(shape)} (got ${describeArray(own)})`,
      );
    }
    for (const input of inputs)
      if (input.storage.device !== own.storage.device) throw this.#differentDevices(input, own);
    return out;
  }

  #differentDevices(a: ArrayObject, b: ArrayObject): ArgumentTypeError {
    return new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot compute ${this.#operation.name}: all arrays must be on one device (got ${describeArray(a)} and ${describeArray(b)})` +
        `\nTry: x.to("${a.device.id}")`,
    );
  }
}

/** Whether two arrays of one shape lie in the same order without gaps, so that they can be walked through as vectors. */
function hasOneOrder(a: ArrayObject, b: ArrayObject): boolean {
  if (!shapesEqual(a.shape, b.shape)) return false;
  if (a.isContiguous || b.isContiguous) return a.isContiguous && b.isContiguous && isSafeOverlap(a, b);
  return a.strides.every((stride, axis) => stride === b.strides[axis]) && isDense(a) && isSafeOverlap(a, b);
}

/** Whether an array, stretched to the shape of one in C order, lies side by side along rows that are worth it. */
function isRowWise(target: ArrayObject, input: ArrayObject): boolean {
  const strides = broadcastStrides(input.shape, input.strides, target.shape);
  const axes = joinAxes(target.shape, [target.strides, strides]);
  const last = axes.shape.length - 1;
  const isLong = (axes.shape[last] as number) >= SHORT_ROW || last === 0;
  return isLong && axes.strides.every((own) => own[last] === 1);
}

/** Arrays that overlap elsewhere than element by element need a copy, which the general way makes. */
function isSafeOverlap(a: ArrayObject, b: ArrayObject): boolean {
  return a.storage !== b.storage || a.start === b.start || !mayOverlap(a, b);
}

function hasSamePlace(a: ArrayObject, b: ArrayObject): boolean {
  return (
    a.start === b.start &&
    shapesEqual(a.shape, b.shape) &&
    a.strides.every((stride, axis) => stride === b.strides[axis])
  );
}

function isDense(a: ArrayObject): boolean {
  if (a.strides.some((stride) => stride <= 0)) return false;
  const range = offsetRange(a.shape, a.strides);
  return range !== undefined && range.max + 1 === a.size;
}

/** A new array of the shape of another, in the same order where that has no gaps. */
function resultLike(stream: StreamCore, dtype: DType, like: ArrayObject): NDArray {
  if (like.isContiguous || !isDense(like)) return allocateArray(stream, dtype, like.shape);
  return allocateLike(stream, dtype, like.shape, like.strides);
}

/** A number as a dtype takes it. @throws TypeError or RangeError where it does not fit. */
function checkScalar(dtype: DType, value: Scalar, what: string): number | bigint | boolean | Complex {
  if (dtype === "complex64" || dtype === "complex128")
    return toComplex(
      dtype,
      typeof value === "bigint" ? Number(value) : Number.isFinite(value) ? Number(value) : value,
      what,
    );
  if (isIntegerDType(dtype))
    return toInteger(dtype, typeof value === "boolean" ? Number(value) : value, what);
  if (dtype === "bool") return toBoolean(value, what);
  if (typeof value === "bigint" && !Number.isSafeInteger(Number(value)))
    throw new ArgumentRangeError(
      "CUTS_INTEGER_RANGE",
      `Cannot use ${what} as ${dtype}: it must be a safe integer (got ${value}n)`,
    );
  return toFloat(dtype, typeof value === "number" ? value : Number(value), what);
}

function writeScalar(
  kernel: KernelOnDevice,
  index: number,
  dtype: DType,
  value: number | bigint | boolean | Complex,
): void {
  if (typeof value === "object") kernel.setComplex(index, value.re, value.im, dtype === "complex64" ? 4 : 8);
  else if (typeof value === "bigint") kernel.setInt64(index, BigInt.asIntN(64, value));
  else if (dtype === "float64") kernel.setFloat64(index, Number(value));
  else if (dtypes[dtype].kind === "float") kernel.setFloat32(index, Number(value));
  else kernel.setInt32(index, Number(value));
}
