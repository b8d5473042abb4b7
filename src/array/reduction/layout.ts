// Brings an array into the layout of a reduction: blocks of [outer, n, inner] contiguous elements, of which n is reduced. If kept
// axes lie between the reduced ones, the reduction runs in two steps if there are few intermediate results. Otherwise, and for
// other layouts, the elements are first copied into this order.

import { sizeOf, type Shape } from "../../core/shape.js";
import { isCContiguous } from "../../core/strides.js";
import { contiguous } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { transpose } from "../views.js";

/** An array in the layout of a reduction. */
export interface ReductionLayout {
  /** Its elements in C order are `[outer, n, inner]`. */
  readonly array: NDArray;
  readonly outer: number;
  readonly n: number;
  readonly inner: number;
  /** Results are [some, count, inner] elements, of which count is reduced, too. */
  readonly again?: { readonly count: number; readonly inner: number };
  /** The axes that stay, in the order in which results are written. */
  readonly kept: readonly number[];
  /** Ends the views and copies that were made. */
  dispose(): void;
}

/** How many elements at least become one before results are reduced again, and how many results there are at least. */
const AGAIN = { elements: 16, results: 256 } as const;

/** Brings an array into the layout of a reduction; `mayReduceAgain` allows two steps. */
export function layOut(array: NDArray, axes: readonly number[], mayReduceAgain: boolean): ReductionLayout {
  if (array.isContiguous && axes.length === array.shape.length) {
    return { array, outer: 1, n: array.size, inner: 1, kept: [], dispose: () => {} };
  }
  if (array.isContiguous && isOneRun(axes)) return neighbours(array, axes);
  const owned: NDArray[] = [];
  const own = <T extends NDArray>(made: T): T => {
    owned.push(made);
    return made;
  };
  let order = array.shape.map((_, axis) => axis);
  let source = array;
  if (!array.isContiguous) {
    order = memoryOrder(array);
    source = own(transpose(array, order));
  }
  const isReduced = (axis: number): boolean => axes.includes(axis);
  const runs = runsOf(order, array.shape, isReduced);
  const dispose = (): void => {
    for (const one of owned) one.dispose();
  };
  if (mayReduceAgain && source.isContiguous && runs === 2) {
    const twice = reducedTwice(order, array.shape, isReduced);
    if (twice !== undefined) return { array: source, ...twice, dispose };
  }
  if (!source.isContiguous || runs > 1) {
    order = [...array.shape.keys()].toSorted((a, b) => Number(isReduced(a)) - Number(isReduced(b)) || a - b);
    const { array: packed, isCopy } = contiguous(own(transpose(array, order)));
    source = isCopy ? own(packed) : packed;
  }
  return { array: source, ...blocksOf(order, array.shape, isReduced), dispose };
}

/** The layout if axes on both sides of the kept ones are reduced. */
export interface AroundLayout {
  /** Elements in C order are `[count, results, n]`, of which count and n are reduced. */
  readonly count: number;
  readonly results: number;
  readonly n: number;
}

/** The layout of an array in C order whose first and last axes are reduced, with kept axes between them; undefined for others. */
export function layoutAround(
  { shape, isContiguous }: NDArray,
  axes: readonly number[],
): AroundLayout | undefined {
  if (!isContiguous || axes.length < 2 || axes[0] !== 0 || axes.at(-1) !== shape.length - 1) return undefined;
  let [count, results, n] = [1, 1, 1];
  for (let axis = 0, next = 0; axis < shape.length; axis++) {
    const size = shape[axis] as number;
    const isFirst = axes[next] === next && next === axis;
    if (axes[next] !== axis) {
      // It stays: those that went after others that stay are among them.
      if (n !== 1) return undefined;
      results *= size;
      continue;
    }
    if (isFirst) count *= size;
    else n *= size;
    next++;
  }
  return { count, results, n };
}

/** An array's axes in memory order, and its blocks for a reduction. */
export interface LayoutInPlace extends Pick<ReductionLayout, "outer" | "n" | "inner" | "kept"> {
  readonly order: readonly number[];
}

/** The layout for a reduction without copying elements or reducing twice; undefined if {@link layOut} does one of these. */
export function layoutInPlace(
  { shape, strides }: Pick<NDArray, "shape" | "strides">,
  axes: readonly number[],
): LayoutInPlace | undefined {
  const isPlain = isCContiguous(shape, strides);
  const order = isPlain ? [...shape.keys()] : memoryOrder({ shape, strides });
  const isReduced = (axis: number): boolean => axes.includes(axis);
  const pick = (of: readonly number[]): number[] => order.map((axis) => of[axis] as number);
  if (!isPlain && !isCContiguous(pick(shape), pick(strides))) return undefined;
  if (runsOf(order, shape, isReduced) > 1) return undefined;
  return { order, ...blocksOf(order, shape, isReduced) };
}

/** The blocks of a reduction of axes that follow one another in an order. */
function blocksOf(
  order: readonly number[],
  shape: Shape,
  isReduced: (axis: number) => boolean,
): Pick<ReductionLayout, "outer" | "n" | "inner" | "kept"> {
  // Axes of size 1 may lie anywhere, whether they go or stay.
  const isLong = (axis: number): boolean => isReduced(axis) && shape[axis] !== 1;
  const first = order.findIndex(isLong);
  const last = order.findLastIndex(isLong);
  const sizes = order.map((axis) => shape[axis] as number);
  const span = (from: number, to: number): number => sizeOf(sizes.slice(from, to));
  return {
    outer: first < 0 ? sizeOf(sizes) : span(0, first),
    n: first < 0 ? 1 : span(first, last + 1),
    inner: first < 0 ? 1 : span(last + 1, sizes.length),
    kept: order.filter((axis) => !isReduced(axis)),
  };
}

/** Whether axes, in order, follow one another. */
function isOneRun(axes: readonly number[]): boolean {
  return axes.length > 0 && (axes.at(-1) as number) - (axes[0] as number) === axes.length - 1;
}

/** An array that is in the order of a reduction as it is: most are. */
function neighbours(array: NDArray, axes: readonly number[]): ReductionLayout {
  const [first, last] = [axes[0] as number, axes.at(-1) as number];
  const kept: number[] = [];
  let [outer, n, inner] = [1, 1, 1];
  for (const [axis, size] of array.shape.entries()) {
    if (axis >= first && axis <= last) n *= size;
    else {
      kept.push(axis);
      if (axis < first) outer *= size;
      else inner *= size;
    }
  }
  return { array, outer, n, inner, kept, dispose: () => {} };
}

/** Two runs of reduced axes: the last one is reduced, then the first; undefined where that would not pay. */
function reducedTwice(
  order: readonly number[],
  shape: Shape,
  isReduced: (axis: number) => boolean,
): Omit<ReductionLayout, "array" | "dispose"> | undefined {
  const axes = order.filter((axis) => shape[axis] !== 1);
  const sizes = axes.map((axis) => shape[axis] as number);
  const first = axes.findIndex(isReduced);
  const between = axes.findIndex((axis, at) => at > first && !isReduced(axis));
  const second = axes.findIndex((axis, at) => at > between && isReduced(axis));
  const last = axes.findLastIndex(isReduced) + 1;
  const n = sizeOf(sizes.slice(second, last));
  const inner = sizeOf(sizes.slice(last));
  const outer = sizeOf(sizes.slice(0, second));
  if (n < AGAIN.elements || outer * inner < AGAIN.results) return undefined;
  const again = {
    count: sizeOf(sizes.slice(first, between)),
    inner: sizeOf(sizes.slice(between, second)) * inner,
  };
  return { outer, n, inner, again, kept: order.filter((axis) => !isReduced(axis)) };
}

/** Axes by the distance of their elements, largest first. */
function memoryOrder({ shape, strides }: Pick<NDArray, "shape" | "strides">): number[] {
  const step = (axis: number): number => Math.abs(strides[axis] ?? 0);
  return [...shape.keys()].toSorted((a, b) => step(b) - step(a) || a - b);
}

/** How many runs of reduced axes there are; axes of size 1 separate nothing. */
function runsOf(order: readonly number[], shape: Shape, isReduced: (axis: number) => boolean): number {
  let runs = 0;
  let isInRun = false;
  for (const axis of order) {
    if (shape[axis] === 1) continue;
    if (isReduced(axis) && !isInRun) runs++;
    isInRun = isReduced(axis);
  }
  return runs;
}
