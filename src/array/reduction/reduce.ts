// Reduces an array along some axes: chooses the computation's dtype, lays out the elements, and launches the kernel for rows or
// columns. If rows were split into parts, a second kernel combines them.

import { operandOf } from "../core/operand.js";
import { writeResult } from "../core/result.js";
import { type DType, dtypes } from "../../core/dtype.js";
import { type Shape, shapesEqual, sizeOf } from "../../core/shape.js";
import { cStrides } from "../../core/strides.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray, makeView } from "../allocate.js";
import { type NDArray } from "../ndarray.js";
import { astype } from "../copy.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { transpose } from "../views.js";
import { reducedShape, toAxes } from "../core/axes.js";
import { layOut, layoutAround, type ReductionLayout } from "./layout.js";
import { doneCounts } from "./done-counts.js";
import {
  type ColumnsPartition,
  launchOf,
  type Partition,
  partitionColumns,
  partitionJoin,
  partitionRows,
} from "./partition.js";
import { type ReduceKernels, reduceKernels, type ReduceOperation } from "./reduce-kernels.js";
import { recast } from "./reinterpret.js";
import type { ReduceOptions } from "./types.js";
import { launchVariance } from "./variance-rows.js";
import { optionNames } from "../../core/options.js";

/** Their names. */
export const reduceNames = optionNames<ReduceOptions>({ axis: true, keepdims: true, out: true });

/** The description of a reduction. */
export interface Reduction {
  readonly name: string;
  readonly operation: ReduceOperation;
  /** The dtype that elements are cast to first. */
  readonly input: DType;
  /** The dtype of the result. */
  readonly result: DType;
  /** What a sum is divided by; 1 by default. */
  readonly divisor?: number;
  /**
   * For `squares` and `exps`: what is taken from the elements first, in the shape of the result with keepdims. A function
   * makes their mean, if it is needed.
   */
  readonly shift?: NDArray | (() => NDArray);
}

/** Reduces an array. */
export function reduce(x: NDArray, options: ReduceOptions, how: Reduction): NDArray {
  const own = operandOf(how.name, x);
  const axes = toAxes(options.axis, own.shape.length);
  const shape = reducedShape(own.shape, axes, options.keepdims === true);
  return writeResult(how.name, own, shape, how.result, options.out, (target) => {
    const computed = computedIn(how.operation, how.input);
    const cast = own.dtype === computed ? undefined : recast(x, computed);
    const around = launchAround(cast ?? x, axes, how, computed, shape, target);
    if (around !== undefined) {
      cast?.dispose();
      return around;
    }
    const layout = layOut(cast ?? x, axes, how.shift === undefined);
    const result = launchReduction(layout, how, computed, shape, target);
    layout.dispose();
    cast?.dispose();
    return finish(result, how.result, shape, own.shape, axes, layout.kept);
  });
}

/** The dtype in which elements of a dtype are reduced, which has kernels. */
export function computedIn(operation: ReduceOperation, dtype: DType): DType {
  if (reduceKernels(operation, dtype) !== undefined) return dtype;
  const wider = widerTypes[dtype]?.find((one) => reduceKernels(operation, one) !== undefined);
  if (wider === undefined) throw new Error(`internal: ${operation} has no kernels for ${dtype}`);
  return wider;
}

/** Dtypes that hold every value of a dtype, those that cost least first. */
const widerTypes: { readonly [D in DType]?: readonly DType[] } = {
  bool: ["uint8", "int32", "int64"],
  int8: ["int32", "int64"],
  uint8: ["int32", "int64"],
  int16: ["int32", "int64"],
  uint16: ["int32", "int64"],
  int32: ["int64"],
  uint32: ["int64"],
  uint64: ["int64"],
  float16: ["float32"],
  bfloat16: ["float32"],
  complex64: ["complex128"],
};

function launchReduction(
  layout: ReductionLayout,
  how: Reduction,
  computed: DType,
  shape: Shape,
  target: NDArray | undefined,
): NDArray {
  const kernels = reduceKernels(how.operation, computed) as ReduceKernels;
  const from = layout.array;
  const stream = currentStream(from.storage.device);
  const { outer, inner } = layout;
  const isDirect = kernels.result === how.result && isInOrder(layout.kept);
  const result =
    (isDirect ? target : undefined) ??
    allocateArray(stream, kernels.result, isDirect ? shape : [outer * inner]);
  if (outer * inner === 0) return result;
  const { divisor = 1 } = how;
  if (typeof how.shift !== "function") {
    withShift(kernels, layout, result, how.shift, divisor, stream);
  } else if (!launchVariance(layout, result, divisor, stream)) {
    using mean = how.shift();
    withShift(kernels, layout, result, mean, divisor, stream);
  }
  return result;
}

/** Fewer bytes side by side are read by few of the threads that read together. */
const LEAST_AROUND_BYTES = 32;

/** Reduces the axes on both sides of those that stay in one launch, where there is a kernel for it and results for every processor. */
function launchAround(
  x: NDArray,
  axes: readonly number[],
  how: Reduction,
  computed: DType,
  shape: Shape,
  target: NDArray | undefined,
): NDArray | undefined {
  if (axes.length < 2 || how.shift !== undefined) return undefined;
  const { device } = x.storage;
  const kernels = reduceKernels(how.operation, computed) as ReduceKernels;
  const { around } = kernels;
  if (around === undefined || kernels.result !== how.result) return undefined;
  if (!byWorker(device, { thread: false, team: true })) return undefined;
  const layout = layoutAround(x, axes);
  const { byteLength } = dtypes[computed];
  if (layout === undefined || x.size === 0 || layout.n * byteLength < LEAST_AROUND_BYTES) return undefined;
  if (layout.results < device.backend.properties.multiprocessors) return undefined;
  const stream = currentStream(device);
  const result = target ?? allocateArray(stream, how.result, shape);
  useStorages([result, x], stream);
  const { count, results, n } = layout;
  // As cuts_columns of reduce.cuh.
  const width = Math.min(8, 16 / byteLength);
  const isWhole = n % width === 0 && x.start % (width * byteLength) === 0;
  const own = around.on(device, widthOf(device, [x, result]));
  own.set({ out: result, in: x, count, n, isWhole: isWhole ? 1 : 0, divisor: how.divisor ?? 1 });
  const { teamThreads } = tuningOf(device);
  const across = Math.min(teamThreads, 2 ** Math.floor(Math.log2(isWhole ? n / width : n)));
  own.launch(launchOf([results, 1, 1], [across, teamThreads / across, 1], x.size), stream);
  return result;
}

function withShift(
  kernels: ReduceKernels,
  layout: ReductionLayout,
  into: NDArray,
  shift: NDArray | undefined,
  divisor: number,
  stream: StreamCore,
): void {
  const cast =
    shift === undefined || shift.dtype === kernels.result ? undefined : astype(shift, kernels.result);
  launchKernels(kernels, layout, into, cast ?? shift, divisor, stream);
  cast?.dispose();
}

function launchKernels(
  kernels: ReduceKernels,
  { array, outer, n, inner, again }: ReductionLayout,
  into: NDArray,
  shift: NDArray | undefined,
  divisor: number,
  stream: StreamCore,
): void {
  const { device } = stream;
  const { byteLength } = dtypes[array.dtype];
  const columns = inner === 1 ? undefined : columnsOf(kernels, { array, outer, n, inner }, device);
  const rows = columns ?? partitionRows(device, outer, n, byteLength, { mayCut: again === undefined });
  // What is reduced again is not cut: there are enough rows.
  const { launch, parts, chunk } = again === undefined ? rows : uncut(rows, n);
  const isJoined = parts > 1 || again !== undefined;
  const totals = isJoined ? allocateArray(stream, kernels.totals, [outer, parts, inner]) : undefined;
  const written = totals === undefined ? into : totals;
  useStorages(shift === undefined ? [written, array] : [written, array, shift], stream);
  const width = widthOf(device, [array, into]);
  // Blocks along x are results that share nothing.
  const done = parts === 1 ? undefined : doneCounts(stream, launch.grid[0]);
  if (done !== undefined) useStorages([into], stream);
  const out = again === undefined ? into : undefined;
  if (columns === undefined) {
    const own = kernels.rows.on(device, width);
    own.set({ out, parts: written, in: array, shift, done, n, chunk, rows: outer, divisor });
    own.launch(launch, stream);
  } else {
    const own = kernels.columns.on(device, width);
    const { tiles, fold } = columns;
    const isWhole = columns.isWhole ? 1 : 0;
    own.set({ out, parts: written, in: array, shift, done, n, chunk, inner, tiles, fold, isWhole, divisor });
    own.launch(launch, stream);
  }
  if (totals === undefined) return;
  if (again !== undefined) joinParts(kernels, totals, again.count, again.inner, into, divisor, stream);
  else if (done === undefined) joinParts(kernels, totals, parts, inner, into, divisor, stream);
  totals.dispose();
}

function columnsOf(
  kernels: ReduceKernels,
  { array, ...layout }: Pick<ReductionLayout, "array" | "outer" | "n" | "inner">,
  device: DeviceCore,
): ColumnsPartition {
  const { byteLength } = dtypes[array.dtype];
  // As cuts_columns of reduce.cuh.
  const vector = Math.min(8, 16 / byteLength);
  const isAligned = array.start % (vector * byteLength) === 0;
  return partitionColumns(device, layout, { width: kernels.columnsPerThread, vector, isAligned });
}

/** The same launch without parts. */
function uncut({ launch }: Partition, n: number): Partition {
  return { launch: { ...launch, grid: [launch.grid[0], 1, 1] }, parts: 1, chunk: n };
}

/** Combines the totals of parts, `[outer, parts, inner]` elements of the totals' dtype. */
export function joinParts(
  kernels: ReduceKernels,
  totals: NDArray,
  parts: number,
  inner: number,
  into: NDArray,
  divisor: number,
  stream: StreamCore,
): void {
  const { device } = stream;
  useStorages([into, totals], stream);
  const join = kernels.join.on(device, widthOf(device, [totals, into]));
  join.set({ out: into, parts: totals, count: parts, inner, size: into.size, divisor });
  join.launch(partitionJoin(device, into.size, parts), stream);
}

function isInOrder(axes: readonly number[]): boolean {
  return axes.every((axis, index) => index === 0 || axis > (axes[index - 1] as number));
}

/** Gives a flat result its shape and dtype; `kept` is the order in which its axes were written. */
function finish(
  result: NDArray,
  dtype: DType,
  shape: Shape,
  from: Shape,
  axes: readonly number[],
  kept: readonly number[],
): NDArray {
  let made = result;
  if (made.dtype !== dtype) {
    made = recast(result, dtype);
    result.dispose();
  }
  if (shapesEqual(made.shape, shape) && isInOrder(kept)) return made;
  const written = kept.map((axis) => from[axis] as number);
  const inMemory = makeView(made, written, cStrides(written), made.offset);
  const order = from.flatMap((_, axis) => (axes.includes(axis) ? [] : [kept.indexOf(axis)]));
  const inOrder = transpose(inMemory, order);
  const strides = withReduced(inOrder.strides, from, axes, shape);
  const view = makeView(inOrder, shape, strides, inOrder.offset);
  for (const one of [made, inMemory, inOrder]) one.dispose();
  return view;
}

/** The strides of kept axes, with any stride for axes that were reduced and stay. */
function withReduced(
  strides: readonly number[],
  from: Shape,
  axes: readonly number[],
  shape: Shape,
): number[] {
  if (shape.length === strides.length) return [...strides];
  let next = 0;
  return from.map((_, axis) => (axes.includes(axis) ? 1 : (strides[next++] as number)));
}

/** How many elements each result is computed from. */
export function reducedCount(shape: Shape, axes: readonly number[]): number {
  return sizeOf(axes.map((axis) => shape[axis] as number));
}
