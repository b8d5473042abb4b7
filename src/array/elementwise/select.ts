// Selects elements: `where` by a condition, `clip` by bounds.

import { broadcastShapes } from "../../core/broadcast.js";
import { type DType, dtypes } from "../../core/dtype.js";
import { integerRange, isIntegerDType } from "../../core/dtype-value.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { isNDArray, type NDArray, usableArray } from "../ndarray.js";
import { mayOverlap } from "../copy.js";
import { array } from "../creation.js";
import { copyWords } from "../kernels/copy-kernels.js";
import { launchUnit, RowKernel } from "../kernels/launch-rows.js";
import { promoteScalar, promoteTypes, type Scalar } from "../promotion.js";
import { outNames, type OutOptions } from "./apply.js";
import { clipKernel } from "./clip-kernels.js";
import { greater, less, maximum, minimum, positive } from "./functions.js";
import { hasOneOrder, launchOperands, resultLike } from "./layouts.js";
import { asOperand, checkOut } from "./operands.js";
import { checkScalar } from "./scalars.js";
import { selectGroup } from "./select-kernels.js";
import type { ClippedOf, Operand, ResultOf } from "./types.js";
import { checkOptions } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";

/**
 * Elements of `a` where the condition is true, else of `b`; all three are broadcast. A condition that is not bool is true where it
 * is not 0.
 * @example cu.where(x.greater(0), x, 0)
 */
export const where = operator("where", chooseBetween, {
  saves: [0],
  gradient: ofChoice,
});

function chooseBetween<A extends Operand, B extends Operand>(
  condition: NDArray,
  a: A,
  b: B,
  options?: OutOptions,
): NDArray<ResultOf<A, B>> {
  if (!isNDArray(condition)) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot compute where: the condition must be an array (got ${formatValue(condition)})`,
    );
  }
  if (options !== undefined) checkOptions(options, outNames, "compute where");
  const dtype = selectedType(a, b);
  const made: NDArray[] = [];
  try {
    const operands = [
      asOperand("where", condition, "bool", condition, made),
      ...[a, b].map((one) => asOperand("where", one, dtype, condition, made)),
    ];
    const shape = broadcastShapes(operands.map((one) => one.shape));
    const stream = currentStream(condition.storage.device);
    const out = options?.out;
    if (out !== undefined) checkOut("where", out, dtype, shape, condition);
    const result = out ?? allocateArray(stream, dtype, shape);
    const kernel = kernels.get(dtypes[dtype].byteLength) as RowKernel;
    launchOperands(kernel, result, operands, stream, {});
    return result as NDArray<ResultOf<A, B>>;
  } finally {
    for (const one of made) one.dispose();
  }
}

/** A bound of {@link clip}; null and undefined mean no bound. */
export type Bound = Operand | null | undefined;

/** Numbers below `min` become `min`, and those above `max` become `max`; NaN stays. Without bounds it is a copy. */
export const clip = operator("clip", clipBetween, { saves: [0, 1, 2], gradient: ofClip });

function clipBetween<D extends DType, A extends Bound = undefined, B extends Bound = undefined>(
  a: NDArray<D>,
  min?: A,
  max?: B,
  options?: OutOptions,
): NDArray<ClippedOf<D, A, B>>;
function clipBetween(a: NDArray, min?: Bound, max?: Bound, options?: OutOptions): NDArray {
  usableArray(a, "clip an array");
  if (options !== undefined) checkOptions(options, outNames, "clip an array");
  const lower = boundOf(a, min, "min");
  const upper = boundOf(a, max, "max");
  if (lower === undefined) return upper === undefined ? positive(a, options) : minimum(a, upper, options);
  if (upper === undefined) return maximum(a, lower, options);
  const atOnce = isNDArray(lower) || isNDArray(upper) ? undefined : clipAtOnce(a, lower, upper, options?.out);
  if (atOnce !== undefined) return atOnce;
  if (fitsInPlace(a, lower, upper, options?.out)) {
    const raised = maximum(a, lower, options);
    return minimum(raised, upper, { out: raised });
  }
  using raised = maximum(a, lower);
  return minimum(raised, upper, options);
}

/** A bound; for a whole number that no element of an integer array can be beyond, the end of the range, which bounds nothing. */
function boundOf(a: NDArray, bound: Bound, end: "min" | "max"): Operand | undefined {
  const isNumber = typeof bound === "bigint" || (typeof bound === "number" && Number.isInteger(bound));
  if (!isNumber || !isIntegerDType(a.dtype)) return bound ?? undefined;
  const limit = integerRange(a.dtype)[end];
  return (end === "min" ? bound < limit : bound > limit) ? limit : bound;
}

/** Clips between two numbers in one launch; undefined where that changes the dtype, or elements lie in different orders. */
function clipAtOnce(a: NDArray, lower: Scalar, upper: Scalar, out: NDArray | undefined): NDArray | undefined {
  const { dtype, shape, storage } = a;
  const kernel = clipKernel(dtype);
  const isKept = promoteScalar(dtype, lower) === dtype && promoteScalar(dtype, upper) === dtype;
  if (kernel === undefined || !isKept) return undefined;
  const [low, high] = [lower, upper].map((bound) => checkScalar(dtype, bound, "the bound of clip"));
  if (out !== undefined) checkOut("clip", out, dtype, shape, a);
  const stream = currentStream(storage.device);
  const result = out ?? resultLike(stream, dtype, a);
  if (!hasOneOrder(result, a)) {
    if (result !== out) result.dispose();
    return undefined;
  }
  launchUnit(kernel, a.size, [result, a], stream, {
    low_value: low,
    high_value: high,
  });
  return result;
}

const kernels = new Map(
  copyWords.map(([bytes]) => [bytes, new RowKernel(selectGroup, `select${bytes}`, 4, {})]),
);

function selectedType(a: Operand, b: Operand): DType {
  if (isNDArray(a)) return isNDArray(b) ? promoteTypes(a.dtype, b.dtype) : promoteScalar(a.dtype, b);
  if (isNDArray(b)) return promoteScalar(b.dtype, a);
  using first = array(a);
  return promoteScalar(first.dtype, b);
}

/** Whether the first of the two steps of clip has the dtype and shape of the second, and leaves `upper` as it is. */
function fitsInPlace(a: NDArray, lower: Operand, upper: Operand, out: NDArray | undefined): boolean {
  const dtype = selectedType(a, lower);
  if (!isNDArray(upper)) return promoteScalar(dtype, upper) === dtype;
  const shape = isNDArray(lower) ? broadcastShapes([a.shape, lower.shape]) : a.shape;
  const isKept = out === undefined || !mayOverlap(out, upper);
  const isSame =
    promoteTypes(dtype, upper.dtype) === dtype && shapesEqual(broadcastShapes([shape, upper.shape]), shape);
  return isKept && isSame;
}

/** Numbers on a bound count as inside; a bound gets what it has cut off. */
function ofClip({
  grad,
  args: [a, min, max],
  needs,
}: GradientCall<readonly [NDArray, Bound, Bound]>): (NDArray | null)[] {
  const isBelow = (min ?? undefined) === undefined ? undefined : less(a, min as Operand);
  const isAbove = (max ?? undefined) === undefined ? undefined : greater(a, max as Operand);
  const inLow: NDArray = isBelow === undefined ? grad : where(isBelow, 0, grad);
  return [
    isAbove === undefined ? inLow : where(isAbove, 0, inLow),
    needs(1) && isBelow !== undefined ? where(isBelow, grad, 0) : null,
    needs(2) && isAbove !== undefined ? where(isAbove, grad, 0) : null,
  ];
}

function ofChoice({ grad, args: [condition], needs }: GradientCall<readonly [NDArray]>): (NDArray | null)[] {
  return [null, needs(1) ? where(condition, grad, 0) : null, needs(2) ? where(condition, 0, grad) : null];
}
