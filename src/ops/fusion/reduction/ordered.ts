// Launches a graph that ends in a sum or product of floats, as WebAssembly. Elements are visited in the order in which the
// reductions of arrays visit them, cut into the same parts, and the same kernel combines the parts. So the result has the same
// bits.

import { broadcastStrides } from "../../../core/broadcast.js";
import { dtypes } from "../../../core/dtype.js";
import type { Shape } from "../../../core/shape.js";
import { cStrides, type Strides } from "../../../core/strides.js";
import { currentStream } from "../../../runtime/devices/devices.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { allocateArray } from "../../../array/allocate.js";
import { joinAxes } from "../../../array/kernels/axes.js";
import { useStorages } from "../../../array/kernels/launch-rows.js";
import type { NDArray } from "../../../array/ndarray.js";
import { type LayoutInPlace, layoutInPlace } from "../../../array/reduction/layout.js";
import { launchOf, partitionColumns, partitionRows } from "../../../array/reduction/partition.js";
import { joinParts } from "../../../array/reduction/reduce.js";
import { type ReduceKernels, reduceKernels } from "../../../array/reduction/reduce-kernels.js";
import { type GatherRule, withGathers } from "../gathers.js";
import { type Graph, keyOf, type Plain } from "../../../compiler/elements/graph.js";
import type { OrderedEnd, OrderedWalk } from "../../../compiler/elements/kernels.js";
import { alongOf, inBytes, reductionKernel } from "./kernels.js";

/** Elements that are side by side in all inputs: shorter pieces cost more than they save. */
const LEAST_PIECE = 16;

/** The operands and layout of a launch. */
export interface OrderedLaunch {
  readonly inputs: readonly NDArray[];
  readonly numbers: readonly Plain[];
  readonly gathers: readonly GatherRule[];
  /** The layout that the elements would have if they were stored. */
  readonly elements: { readonly shape: Shape; readonly strides: Strides };
  readonly axes: readonly number[];
  /** Of the result. */
  readonly target: Shape;
  readonly device: DeviceCore;
}

/**
 * Reduces the values of a graph; undefined where the reduction would copy the elements first, or where contiguous runs are too
 * short.
 */
export function launchOrdered(
  graph: Graph,
  end: OrderedEnd,
  { inputs, numbers, gathers, elements, axes, target, device }: OrderedLaunch,
): NDArray | undefined {
  const layout = layoutInPlace(elements, axes);
  if (layout === undefined || !isAscending(layout.kept)) return undefined;
  const { outer, n, inner } = layout;
  const walked = walkedAxes(layout, elements.shape, inputs);
  const line = inner === 1 ? walked.reduced : walked.inside;
  const piece = line.shape.at(-1) as number;
  if (piece < LEAST_PIECE && line.shape.length > 1) return undefined;
  const kernels = reduceKernels(end.operation, end.dtype) as ReduceKernels;
  const cut = cutOf(kernels, layout, end, device);
  const stream = currentStream(device);
  const into = allocateArray(stream, end.dtype, target);
  const isFinal = cut.parts === 1;
  const totals = isFinal ? undefined : allocateArray(stream, kernels.totals, [outer, cut.parts, inner]);
  const groups = inner === 1 ? [walked.around, walked.reduced] : Object.values(walked);
  const walk: OrderedWalk = {
    along: line.strides.slice(1).map((own) => alongOf(own.at(-1) as number)),
    outerAxes: walked.around.shape.length,
    reducedAxes: walked.reduced.shape.length,
    innerAxes: inner === 1 ? 0 : walked.inside.shape.length,
    width: kernels.columnsPerThread,
    isFinal,
  };
  const divisor = end.divides ? n : 1;
  useStorages([totals ?? into, ...inputs], stream);
  const { along, outerAxes, reducedAxes, innerAxes } = walk;
  const kernel = reductionKernel(
    `${keyOf(graph)} ${end.operation} ${end.dtype} in order ${along.join()} ${outerAxes} ${reducedAxes} ${innerAxes} ${isFinal}`,
    { end: "reduce", graph, reduction: end, walk },
  ).on(device, 32);
  kernel.set([
    totals ?? into,
    ...inputs,
    n,
    cut.chunk,
    cut.parts,
    outer,
    cut.blockOuter,
    inner,
    cut.tiles,
    ...groups.flatMap(({ shape }) => shape),
    ...inputs.flatMap(({ dtype }, at) =>
      inBytes(
        dtype,
        groups.flatMap(({ strides }) => strides[at + 1] as readonly number[]),
      ),
    ),
    ...withGathers(numbers, gathers, stream),
    divisor,
  ]);
  const blocks = inner === 1 ? Math.ceil(outer / cut.blockOuter) : outer * cut.tiles;
  kernel.launch(launchOf([blocks * cut.parts, 1, 1], [1, 1, 1], outer * n * inner), stream);
  if (totals !== undefined) {
    joinParts(kernels, totals, cut.parts, inner, into, divisor, stream);
    totals.dispose();
  }
  return into;
}

/** Axes around what is reduced, reduced and inside, joined where that changes nothing: strides of the elements first, then of inputs. */
function walkedAxes({ order, outer, n }: LayoutInPlace, shape: Shape, inputs: readonly NDArray[]) {
  const along = inputs.map((one) => broadcastStrides(one.shape, one.strides, shape));
  const sizes = order.map((axis) => shape[axis] as number);
  const group = (from: number, to: number): ReturnType<typeof joinAxes> => {
    const own = order.slice(from, to);
    const ownSizes = sizes.slice(from, to);
    return joinAxes(ownSizes, [
      cStrides(ownSizes),
      ...along.map((strides) => own.map((axis) => strides[axis] as number)),
    ]);
  };
  const first = countTo(sizes, outer, 0);
  const last = countTo(sizes, n, first);
  return { around: group(0, first), reduced: group(first, last), inside: group(last, sizes.length) };
}

/** The axis before which `product` elements are, from an axis on. */
function countTo(sizes: readonly number[], product: number, from: number): number {
  let at = from;
  for (let size = 1; size < product; at++) size *= sizes[at] as number;
  return at;
}

function cutOf(
  kernels: ReduceKernels,
  { outer, n, inner }: LayoutInPlace,
  { dtype }: OrderedEnd,
  device: DeviceCore,
): { readonly chunk: number; readonly parts: number; readonly blockOuter: number; readonly tiles: number } {
  const { byteLength } = dtypes[dtype];
  if (inner === 1) {
    const { launch, chunk, parts } = partitionRows(device, outer, n, byteLength);
    return { chunk, parts, blockOuter: launch.block[1], tiles: 1 };
  }
  const how = { width: kernels.columnsPerThread, vector: 1, isAligned: false };
  const { chunk, parts, tiles } = partitionColumns(device, { outer, n, inner }, how);
  return { chunk, parts, blockOuter: 1, tiles };
}

function isAscending(axes: readonly number[]): boolean {
  return axes.every((axis, at) => at === 0 || axis > (axes[at - 1] as number));
}
