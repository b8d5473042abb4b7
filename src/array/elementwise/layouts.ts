// Analyzes how the arrays of an operation lie in memory, and launches a kernel over arrays of any strides. On the cpu device,
// arrays that cannot be traversed contiguously are copied first; GPU kernels traverse everything except transposes.

import { broadcastStrides } from "../../core/broadcast.js";
import type { DType } from "../../core/dtype.js";
import { shapesEqual } from "../../core/shape.js";
import { offsetRange } from "../../core/strides.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray, allocateLike } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { copyInto, mayOverlap } from "../copy.js";
import { joinAxes } from "../kernels/axes.js";
import { byWorker } from "../kernels/builtin-kernel.js";
import {
  launchFlat,
  launchPlan,
  launchRows,
  launchUnit,
  launchUnitRows,
  type RowArgument,
  type RowKernel,
  type Scalars,
  SHORT_ROW,
} from "../kernels/launch-rows.js";
import { findPlan, keepPlan, type RowPlan } from "../kernels/row-plans.js";

/** Launches a kernel over inputs of any layout, broadcast to the shape of the output. */
export function launchOperands<Names extends string>(
  kernel: RowKernel<Names>,
  into: NDArray,
  inputs: readonly NDArray[],
  stream: StreamCore,
  scalars: Scalars<Names>,
): void {
  let singles = 0;
  let isFlat = true;
  for (let k = 0; k < inputs.length && isFlat; k++) {
    const input = inputs[k] as NDArray;
    if (hasOneOrder(into, input)) continue;
    // One element, stretched along all axes.
    if (input.size === 1 && into.isContiguous && input.storage !== into.storage) singles++;
    else isFlat = false;
  }
  if (isFlat && (singles === 0 || into.size === 1))
    launchUnit(kernel.unit, into.size, [into, ...inputs], stream, scalars);
  else if (isFlat && byWorker(stream.device, ways).writesAnywhere)
    launchFlat(kernel.strided, into, inputs, stream, scalars);
  else launchPlanned(kernel, into, inputs, stream, scalars);
}

/** Computes over arrays of any strides, as it was done for such arrays before. */
function launchPlanned<Names extends string>(
  kernel: RowKernel<Names>,
  into: NDArray,
  inputs: readonly NDArray[],
  stream: StreamCore,
  scalars: Scalars<Names>,
): void {
  // What may overlap is a matter of where arrays are.
  for (const input of inputs) {
    if (input.storage !== into.storage) continue;
    launchStrided(kernel, into, inputs, stream, scalars);
    return;
  }
  const plan = findPlan(stream.device, into, inputs);
  if (plan !== undefined && plan !== null) launchPlan(kernel, plan, [into, ...inputs], stream, scalars);
  else {
    const made = launchStrided(kernel, into, inputs, stream, scalars);
    if (plan === undefined) keepPlan(stream.device, into, inputs, made);
  }
}

/** Whether two arrays of the same shape lie in the same order without gaps, so that they can be traversed as vectors. */
export function hasOneOrder(a: NDArray, b: NDArray): boolean {
  if (!shapesEqual(a.shape, b.shape)) return false;
  if (a.isContiguous || b.isContiguous) return a.isContiguous && b.isContiguous && isSafeOverlap(a, b);
  return a.strides.every((stride, axis) => stride === b.strides[axis]) && isDense(a) && isSafeOverlap(a, b);
}

/** Whether an array lies without gaps in an order other than C order. */
export function hasOwnOrder(like: NDArray): boolean {
  return !like.isContiguous && isDense(like);
}

/** A new array with the shape of another, in the same memory order if that has no gaps. */
export function resultLike(stream: StreamCore, dtype: DType, like: NDArray): NDArray {
  if (!hasOwnOrder(like)) return allocateArray(stream, dtype, like.shape);
  return allocateLike(stream, dtype, like.shape, like.strides);
}

/** What is done with arrays of any strides for the worker that has a block. */
const ways = {
  thread: { isWalkable: isRowWise, writesAnywhere: false },
  team: { isWalkable: isNoTranspose, writesAnywhere: true },
} as const;

/** Computes over arrays of any strides: what is not walked through is copied first. The plan, where nothing was and there was one launch. */
function launchStrided<Names extends string>(
  kernel: RowKernel<Names>,
  into: NDArray,
  inputs: readonly NDArray[],
  stream: StreamCore,
  scalars: Scalars<Names>,
): RowPlan | undefined {
  if (into.size === 0) return undefined;
  const temporaries: NDArray[] = [];
  const { isWalkable, writesAnywhere } = byWorker(stream.device, ways);
  const target = into.isContiguous || writesAnywhere ? into : allocateArray(stream, into.dtype, into.shape);
  const operands: RowArgument[] = [target];
  for (const input of inputs) {
    const isUsable = isWalkable(target, input) && (!mayOverlap(target, input) || hasSamePlace(target, input));
    const own = isUsable ? input : allocateArray(stream, input.dtype, into.shape);
    if (own !== input) {
      copyInto(input, own);
      temporaries.push(own);
    }
    const strides = broadcastStrides(own.shape, own.strides, into.shape);
    operands.push({ storage: own.storage, dtype: own.dtype, start: own.start, strides });
  }
  const plan = writesAnywhere
    ? launchRows(kernel, into.shape, operands, stream, scalars)
    : launchUnitRows(kernel.unit, into.shape, operands, stream, scalars);
  if (target !== into) {
    copyInto(target, into);
    target.dispose();
  }
  for (const one of temporaries) one.dispose();
  return target === into && temporaries.length === 0 ? plan : undefined;
}

/** Whether an array lies closest along the axis along which the output does, or is short along the one where it lies closer. */
function isNoTranspose(target: NDArray, input: NDArray): boolean {
  // Nothing is closer than neighbours, and most arrays have them along the last axis.
  const isStretched = input.shape.at(-1) === 1 || input.shape.length === 0;
  if (target.isContiguous && (isStretched || Math.abs(input.strides.at(-1) as number) <= 1)) return true;
  const strides = broadcastStrides(input.shape, input.strides, target.shape);
  const axes = joinAxes(target.shape, [target.strides, strides]);
  const own = axes.strides[1] as readonly number[];
  const last = Math.abs(own.at(-1) as number);
  return own.every((stride, axis) => {
    const isCloser = stride !== 0 && Math.abs(stride) < last;
    return !isCloser || (axes.shape[axis] as number) < SHORT_ROW;
  });
}

/** Whether an array, stretched to the shape of one in C order, lies side by side along rows that are worth it. */
function isRowWise(target: NDArray, input: NDArray): boolean {
  const strides = broadcastStrides(input.shape, input.strides, target.shape);
  const axes = joinAxes(target.shape, [target.strides, strides]);
  const last = axes.shape.length - 1;
  const isLong = (axes.shape[last] as number) >= SHORT_ROW || last === 0;
  return isLong && axes.strides.every((own) => own[last] === 1);
}

/** Arrays that overlap elsewhere than element by element need a copy, which the general way makes. */
function isSafeOverlap(a: NDArray, b: NDArray): boolean {
  return a.storage !== b.storage || a.start === b.start || !mayOverlap(a, b);
}

function hasSamePlace(a: NDArray, b: NDArray): boolean {
  return (
    a.start === b.start &&
    shapesEqual(a.shape, b.shape) &&
    a.strides.every((stride, axis) => stride === b.strides[axis])
  );
}

function isDense(a: NDArray): boolean {
  if (a.strides.some((stride) => stride <= 0)) return false;
  const range = offsetRange(a.shape, a.strides);
  return range !== undefined && range.max + 1 === a.size;
}
