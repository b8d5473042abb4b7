// Applies an element-wise operation: chooses the dtype, converts the operands to it, computes the shape of the result and launches
// the kernel. Operands with the same dtype, shape and memory order, and plain numbers with such an array, go directly to a kernel;
// all others are broadcast or converted first.

import { broadcastShapes } from "../../core/broadcast.js";
import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { astype, checkWritable, copyInto } from "../copy.js";
import { array } from "../creation.js";
import { launchUnit } from "../kernels/launch-rows.js";
import { isScalar, promoteScalar, promoteTypes, type Scalar } from "../promotion.js";
import { hasOneOrder, launchOperands, resultLike } from "./layouts.js";
import { computedType, computedTypeOfTwo, type Operation, resultType, widenedType } from "./operation.js";
import { type FamilyGroups, type OperationKernels, operationKernels } from "./operation-kernels.js";
import { checkScalar } from "./scalars.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** The last argument of every element-wise function. */
export interface OutOptions<D extends DType = DType> {
  /** An array of the result's shape and dtype, into which the result is written; it is returned. It may be an operand. */
  readonly out?: NDArray<D>;
}

/** The names of {@link OutOptions}. */
export const outNames = optionNames<OutOptions>({ out: true });

/** The dtype of `out`: that of the result, or any dtype if the result's dtype is not known exactly. */
export type OutOf<D extends DType> = [OthersIn<D>] extends [never] ? D : DType;
type OthersIn<D extends DType> = { [One in D]: Exclude<D, One> }[D];

/** An operation with its kernels. */
export class Applicator {
  readonly #operation: Operation;
  readonly #groups: FamilyGroups;
  readonly #kernels = new Map<DType, OperationKernels>();

  constructor(operation: Operation, groups: FamilyGroups) {
    this.#operation = operation;
    this.#groups = groups;
  }

  /** Applies it to one operand. */
  one(a: NDArray, options?: OutOptions): NDArray {
    if (options !== undefined) this.#checkOptions(options);
    const own = this.#operand(a);
    const dtype = computedType(this.#operation, own.dtype) ?? this.#undefinedFor(own.dtype);
    const kernels = this.#kernelsFor(dtype);
    if (kernels === undefined) return this.#widened(dtype, own.shape, [a], options);
    const stream = currentStream(own.storage.device);
    const out = options?.out && this.#checkOut(options.out, own.shape, kernels.result, own);
    const temporary = own.dtype === dtype ? undefined : astype(a, dtype);
    const from = temporary === undefined ? own : temporary;
    const result = out ?? resultLike(stream, kernels.result, from);
    if (hasOneOrder(result, from)) launchUnit(kernels.arrays.unit, result.size, [result, from], stream, {});
    else launchOperands(kernels.arrays, result, [from], stream, {});
    temporary?.dispose();
    return result;
  }

  /** Applies it to two operands, one of which may be a number. */
  two(a: NDArray | Scalar, b: NDArray | Scalar, options?: OutOptions): NDArray {
    if (options !== undefined) this.#checkOptions(options);
    if (!isNDArray(a)) {
      if (isNDArray(b)) return this.#withScalar(b, a, false, options);
      using left = array(a);
      return this.two(left, b, options);
    }
    if (!isNDArray(b)) return this.#withScalar(a, b, true, options);
    const left = this.#operand(a);
    const right = this.#operand(b);
    if (left.storage.device !== right.storage.device) throw this.#differentDevices(left, right);
    const promoted = left.dtype === right.dtype ? left.dtype : promoteTypes(left.dtype, right.dtype);
    const dtype =
      left.dtype === right.dtype
        ? (computedType(this.#operation, promoted) ?? this.#undefinedFor(left.dtype))
        : (computedTypeOfTwo(this.#operation, promoted, left.dtype, right.dtype) ??
          this.#undefinedFor(`${left.dtype} with ${right.dtype}`));
    const kernels = this.#kernelsFor(dtype);
    if (kernels === undefined)
      return this.#widened(dtype, broadcastShapes([left.shape, right.shape]), [a, b], options);
    if (left.dtype === dtype && right.dtype === dtype) return this.#launchTwo(left, right, kernels, options);
    const first = left.dtype === dtype ? a : astype(a, dtype);
    const second = right.dtype === dtype ? b : astype(b, dtype);
    try {
      return this.#launchTwo(first, second, kernels, options);
    } finally {
      if (first !== a) first.dispose();
      if (second !== b) second.dispose();
    }
  }

  #launchTwo(
    left: NDArray,
    right: NDArray,
    kernels: OperationKernels,
    options: OutOptions | undefined,
  ): NDArray {
    const stream = currentStream(left.storage.device);
    if (options?.out === undefined && hasOneOrder(left, right)) {
      const result = resultLike(stream, kernels.result, left);
      launchUnit(kernels.arrays.unit, left.size, [result, left, right], stream, {});
      return result;
    }
    const shape = shapesEqual(left.shape, right.shape)
      ? left.shape
      : broadcastShapes([left.shape, right.shape]);
    const out = options?.out && this.#checkOut(options.out, shape, kernels.result, left, right);
    const result = out ?? allocateArray(stream, kernels.result, shape);
    launchOperands(kernels.arrays, result, [left, right], stream, {});
    return result;
  }

  #withScalar(a: NDArray, value: Scalar, isRight: boolean, options: OutOptions | undefined): NDArray {
    const own = this.#operand(a);
    if (typeof value !== "number" && !isScalar(value)) throw this.#noOperand(value);
    const dtype =
      computedType(this.#operation, promoteScalar(own.dtype, value)) ??
      this.#undefinedFor(`${own.dtype} with ${formatValue(value)}`);
    const checked = checkScalar(dtype, value, `the number of ${this.#operation.name}`);
    const kernels = this.#kernelsFor(dtype);
    if (kernels === undefined)
      return this.#widened(dtype, own.shape, isRight ? [a, checked] : [checked, a], options);
    const stream = currentStream(own.storage.device);
    const out = options?.out && this.#checkOut(options.out, own.shape, kernels.result, own);
    const temporary = own.dtype === dtype ? undefined : astype(a, dtype);
    const from = temporary === undefined ? own : temporary;
    const result = out ?? resultLike(stream, kernels.result, from);
    const kernel = isRight ? kernels.scalarRight : kernels.scalarLeft;
    if (kernel !== undefined) {
      const scalars = { value_in: checked };
      if (hasOneOrder(result, from)) launchUnit(kernel.unit, result.size, [result, from], stream, scalars);
      else launchOperands(kernel, result, [from], stream, scalars);
    } else {
      using scalar = array(checked, { dtype, device: own.storage.device });
      launchOperands(kernels.arrays, result, isRight ? [from, scalar] : [scalar, from], stream, {});
    }
    temporary?.dispose();
    return result;
  }

  /** Computes in a wider dtype, and brings the result to the dtype that it has. */
  #widened(
    dtype: DType,
    shape: Shape,
    operands: readonly (NDArray | Scalar)[],
    options: OutOptions | undefined,
  ): NDArray {
    const wide = widenedType(this.#operation, dtype);
    const result = resultType(this.#operation, dtype);
    const out = options?.out && this.#checkOut(options.out, shape, result, ...operands.filter(isNDArray));
    const temporaries: NDArray[] = [];
    const kept = (made: NDArray): NDArray => {
      temporaries.push(made);
      return made;
    };
    const [a, b] = operands.map((one) =>
      isNDArray(one) && one.dtype !== wide ? kept(astype(one, wide)) : one,
    );
    const computed = b === undefined ? this.one(a as NDArray) : this.two(a as NDArray | Scalar, b);
    const final = computed.dtype === result ? computed : astype(kept(computed), result);
    if (out !== undefined) copyInto(kept(final), out);
    for (const one of temporaries) one.dispose();
    return out ?? final;
  }

  #operand(a: NDArray): NDArray {
    if (!isNDArray(a)) throw this.#noOperand(a);
    a.check(`compute ${this.#operation.name}`);
    return a;
  }

  #noOperand(value: unknown): ArgumentTypeError {
    return new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot compute ${this.#operation.name}: an operand must be an array or a number (got ${formatValue(value)})` +
        "\nTry: cu.array(values)",
    );
  }

  /** The kernels for a dtype; undefined where it is computed in a wider one. */
  #kernelsFor(dtype: DType): OperationKernels | undefined {
    let kernels = this.#kernels.get(dtype);
    if (kernels === undefined && widenedType(this.#operation, dtype) === dtype) {
      kernels = operationKernels(this.#operation, dtype, this.#groups);
      this.#kernels.set(dtype, kernels);
    }
    return kernels;
  }

  #undefinedFor(operands: string): never {
    throw new ArgumentTypeError(
      "CUTS_OPERATION_DTYPE",
      `Cannot compute ${this.#operation.name}: it is not defined for this dtype (got ${operands})`,
    );
  }

  #checkOptions(options: OutOptions): void {
    checkOptions(options, outNames, `compute ${this.#operation.name}`);
  }

  #checkOut(out: NDArray, shape: Shape, dtype: DType, ...inputs: readonly NDArray[]): NDArray {
    checkWritable(out, `compute ${this.#operation.name} into an array`);
    if (out.dtype !== dtype || !shapesEqual(out.shape, shape)) {
      throw new ArgumentTypeError(
        "CUTS_OUT",
        `Cannot compute ${this.#operation.name} into an array: \`out\` must be ${dtype}${formatShape(shape)} (got ${describeArray(out)})`,
      );
    }
    for (const input of inputs)
      if (input.storage.device !== out.storage.device) throw this.#differentDevices(input, out);
    return out;
  }

  #differentDevices(a: NDArray, b: NDArray): ArgumentTypeError {
    return new ArgumentTypeError(
      "CUTS_ARGUMENT_DEVICE",
      `Cannot compute ${this.#operation.name}: all arrays must be on one device (got ${describeArray(a)} and ${describeArray(b)})` +
        `\nTry: x.to("${a.device.id}")`,
    );
  }
}
