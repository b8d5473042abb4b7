// Transforms by the device's routine. A routine supports one stride between elements and one between transforms, which most arrays
// satisfy. Arrays with more strides, or with too few elements, are copied first.

import type { TransformKind, TransformRoutine, TransformShape } from "../../backend/routines.js";
import { isBlocked } from "../../backend/work.js";
import { dtypes } from "../../core/dtype.js";
import { Storage } from "../../runtime/memory/storage.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { submitWithWorkspace } from "../../runtime/memory/workspace.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { astype, copy, copyInto } from "../copy.js";
import { multiply } from "../elementwise/functions.js";
import { joinAxes } from "../kernels/axes.js";
import { moveaxis } from "../views.js";
import { paddedTo } from "./padded.js";
import type { AxisTransform } from "./types.js";

/** Calls for which a copy is not worth it: a transform of axes in the middle is one for each of those before. */
const FEW_CALLS = 8;

/** Memory to work in that a stream may keep from one transform to the next, as products do; more goes back. */
const KEPT_BYTES = 32 * 2 ** 20;

/** Transforms along an axis into an array in C order. */
export function routineTransform(
  routine: TransformRoutine,
  x: NDArray,
  result: NDArray,
  how: AxisTransform & { readonly isReadable?: boolean },
  stream: StreamCore,
): void {
  const { kind, n, axis, isInverse, scale } = how;
  const input = how.isReadable === true ? x : readable(x, how);
  if (input !== x) {
    using copied = input;
    routineTransform(routine, copied, result, { ...how, isReadable: true }, stream);
    return;
  }
  const [from, into] = [x, result];
  if (isRows(from, axis) && from.shape[axis] === sizeIn(kind, n)) {
    transformPacked(routine, from, into, { kind, lengths: [n], isInverse }, stream);
    if (scale !== 1) multiply(result as NDArray<"float32">, scale, { out: result });
    return;
  }
  const drop = (list: readonly number[]): number[] => list.filter((_, one) => one !== axis);
  const { shape, strides } = joinAxes(drop(from.shape), [drop(into.strides), drop(from.strides)]);
  const [outStrides = [], inStrides = []] = strides;
  const last = shape.length - 1;
  const batch = shape[last] as number;
  const calls = shape.slice(0, last).reduce((all, size) => all * size, 1);
  if (calls > FEW_CALLS && !isRows(from, axis)) {
    // With the transformed axis last, all others are one.
    throughRows(routine, x, result, how, stream);
    return;
  }
  from.storage.use(stream, "read");
  into.storage.use(stream, "write");
  const transform: TransformShape = {
    kind,
    isDouble: from.dtype === "float64" || from.dtype === "complex128",
    lengths: [n],
    inSizes: [from.shape[axis] as number],
    outSizes: [into.shape[axis] as number],
    inStep: from.strides[axis] as number,
    inNext: batch === 1 ? n : (inStrides[last] as number),
    outStep: into.strides[axis] as number,
    outNext: batch === 1 ? n : (outStrides[last] as number),
    batch,
  };
  const walk = (depth: number, inAt: number, outAt: number): void => {
    if (depth === last) {
      const place = (own: NDArray, at: number): number => own.start + at * dtypes[own.dtype].byteLength;
      runPlan(routine, transform, place(from, inAt), place(into, outAt), isInverse, stream);
      return;
    }
    for (let k = 0; k < (shape[depth] as number); k++) {
      walk(depth + 1, inAt + k * (inStrides[depth] as number), outAt + k * (outStrides[depth] as number));
    }
  };
  walk(0, 0, 0);
  if (scale !== 1) multiply(result as NDArray<"float32">, scale, { out: result });
}

/** Elements along the last axis of what a transform of a kind and length reads, and of what it writes. */
function sizeIn(kind: TransformKind, n: number): number {
  return kind === "half" ? Math.floor(n / 2) + 1 : n;
}

function sizeOut(kind: TransformKind, n: number): number {
  return kind === "real" ? Math.floor(n / 2) + 1 : n;
}

/** Transforms along the last axes of arrays in C order, in one call and unscaled. */
export function transformPacked(
  routine: TransformRoutine,
  from: NDArray,
  into: NDArray,
  {
    kind,
    lengths,
    isInverse,
  }: Pick<AxisTransform, "kind" | "isInverse"> & { readonly lengths: readonly number[] },
  stream: StreamCore,
): void {
  from.storage.use(stream, "read");
  into.storage.use(stream, "write");
  const last = lengths.at(-1) as number;
  const before = lengths.slice(0, -1);
  const inSizes = [...before, sizeIn(kind, last)];
  const outSizes = [...before, sizeOut(kind, last)];
  const inNext = inSizes.reduce((all, size) => all * size, 1);
  const outNext = outSizes.reduce((all, size) => all * size, 1);
  const shape: TransformShape = {
    kind,
    isDouble: from.dtype === "float64" || from.dtype === "complex128",
    lengths,
    inSizes,
    outSizes,
    inStep: 1,
    inNext,
    outStep: 1,
    outNext,
    batch: from.size / inNext,
  };
  runPlan(routine, shape, from.start, into.start, isInverse, stream);
}

/** Gives a transform to a stream, with memory to work in; the storages it uses were told before. */
function runPlan(
  routine: TransformRoutine,
  shape: TransformShape,
  from: number,
  into: number,
  isInverse: boolean,
  stream: StreamCore,
): void {
  const plan = routine.plan(shape);
  if (plan === undefined) return;
  if (plan.workspaceBytes <= KEPT_BYTES) {
    submitWithWorkspace(stream, plan.workspaceBytes, (workspace, work) => {
      if (isBlocked(work)) return;
      plan.run(from, into, isInverse, workspace, stream.backendStream);
      work.done();
    });
    return;
  }
  const work = Storage.allocate(stream, plan.workspaceBytes, "work");
  work.use(stream, "write");
  stream.submitBeside(() => plan.run(from, into, isInverse, work.address, stream.backendStream));
  work.release();
}

function throughRows(
  routine: TransformRoutine,
  x: NDArray,
  result: NDArray,
  how: AxisTransform,
  stream: StreamCore,
): void {
  using moved = moveaxis(x, how.axis, -1);
  using rows = copy(moved);
  using into = moveaxis(result, how.axis, -1);
  using made = allocateArray(stream, result.dtype, into.shape);
  routineTransform(routine, rows, made, { ...how, axis: x.ndim - 1 }, stream);
  copyInto(made, into);
}

function isRows(own: NDArray, axis: number): boolean {
  return own.isContiguous && axis === own.shape.length - 1;
}

/**
 * The input as routines take it: of the right type, long enough, aligned, its own where it will be overwritten. What is not
 * the array itself is the caller's to dispose.
 */
function readable(x: NDArray, { kind, n, axis }: AxisTransform): NDArray {
  const { dtype, start, strides } = x;
  const isReal = dtype === "float32" || dtype === "float64";
  if (isReal && kind !== "real") {
    using cast = astype(x, dtype === "float32" ? "complex64" : "complex128");
    return paddedTo(cast, axis, kind === "half" ? Math.floor(n / 2) + 1 : n);
  }
  const needed = kind === "half" ? Math.floor(n / 2) + 1 : n;
  if ((x.shape[axis] as number) < needed) return paddedTo(x, axis, needed);
  const isPlain =
    strides.every((stride) => stride > 0) && start % (isReal ? 2 * dtypes[dtype].byteLength : 8) === 0;
  return isPlain && kind !== "half" ? x : copy(x);
}
