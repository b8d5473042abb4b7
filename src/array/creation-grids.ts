// Arrays computed from coordinates: grids, functions of coordinates, and numbers with constant ratios.

import type { DType } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { type Shape, sizeOf, toShape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { set } from "./access.js";
import { makeView } from "./allocate.js";
import { isNDArray, type NDArray } from "./ndarray.js";
import { copy } from "./copy.js";
import { empty } from "./creation.js";
import {
  arrayNames,
  type ArrayOptions,
  onStream,
  type WithDType,
  type WithoutDType,
} from "./creation-options.js";
import { arange, fromNumbers } from "./creation-ranges.js";
import { broadcastTo, reshape } from "./views.js";
import { checkOptions, optionNames } from "../core/options.js";

/** Options of {@link meshgrid}. */
export interface MeshgridOptions {
  /** "xy", the default, puts the first array along the second axis, as in plots; "ij" keeps the order. */
  readonly indexing?: "xy" | "ij";
}

const meshgridNames = optionNames<MeshgridOptions>({ indexing: true });

/**
 * Coordinates of a grid: each vector broadcast to the shape of all of them, along its own axis.
 * @throws TypeError `CUTS_MESHGRID`.
 */
export function meshgrid(
  ...args: readonly NDArray[] | readonly [...vectors: NDArray[], options: MeshgridOptions]
): NDArray[] {
  const vectors = args.flatMap((one: NDArray | MeshgridOptions) => (isNDArray(one) ? [one] : []));
  const options = args.find((one) => !isNDArray(one));
  if (options !== undefined) checkOptions(options, meshgridNames, "make a grid");
  const { indexing = "xy" } = (options ?? {}) as MeshgridOptions;
  if ((indexing !== "xy" && indexing !== "ij") || args.length > vectors.length + 1) {
    throw new ArgumentTypeError(
      "CUTS_MESHGRID",
      `Cannot make a grid: it takes arrays, then { indexing: "xy" } or { indexing: "ij" } (got ${formatValue(args.at(-1))})`,
    );
  }
  const place = (k: number): number => (indexing === "xy" && k < 2 && vectors.length > 1 ? 1 - k : k);
  const shape = vectors.map((_, axis) => (vectors[place(axis)] as NDArray).size);
  return vectors.map((vector, k) => {
    using line = reshape(
      vector,
      shape.map((_, axis) => (axis === place(k) ? -1 : 1)),
    );
    using stretched = broadcastTo(line, shape);
    return copy(stretched);
  });
}

/** The indices along each axis at every position of a shape, as one array whose first axis numbers the axes; int64 by default. */
export function indices<D extends DType>(shape: number | Shape, options: WithDType<D>): NDArray<NoInfer<D>>;
export function indices(shape: number | Shape, options?: WithoutDType): NDArray<"int64">;
export function indices(shape: number | Shape, options?: ArrayOptions): NDArray;
export function indices(shape: number | Shape, options: ArrayOptions = {}): NDArray {
  checkOptions(options, arrayNames, "make indices");
  const { dtype = "int64", ...rest } = options;
  const sizes = toShape(shape);
  const made = empty([sizes.length, ...sizes], { ...rest, dtype });
  onStream(rest, () => {
    for (const axis of sizes.keys()) writeIndices(made, sizes, axis);
  });
  return made;
}

/** Writes the indices along one axis to their part of an array. */
function writeIndices(all: NDArray, sizes: Shape, axis: number): void {
  using part = makeView(all, sizes, all.strides.slice(1), axis * sizeOf(sizes));
  using numbers = arange(sizes[axis] as number, { dtype: all.dtype, device: all.device });
  using line = reshape(
    numbers,
    sizes.map((size, other) => (other === axis ? size : 1)),
  );
  set(part, line);
}

/**
 * Calls a function once with the coordinates of all positions of a shape, one array for each axis, and returns its result.
 * @example cu.fromFunction((i, j) => i.add(j), [3, 3])
 */
export function fromFunction<R, D extends DType>(
  compute: (...coordinates: NDArray<D>[]) => R,
  shape: number | Shape,
  options: WithDType<D>,
): R;
export function fromFunction<R>(
  compute: (...coordinates: NDArray<"float32">[]) => R,
  shape: number | Shape,
  options?: WithoutDType,
): R;
export function fromFunction<R>(
  compute: (...coordinates: NDArray[]) => R,
  shape: number | Shape,
  options?: ArrayOptions,
): R;
export function fromFunction<R>(
  compute: (...coordinates: NDArray<never>[]) => R,
  shape: number | Shape,
  options: ArrayOptions = {},
): R {
  if (typeof compute !== "function") {
    throw new ArgumentTypeError(
      "CUTS_FUNCTION",
      `Cannot make an array by a function: it must be a function of coordinates (got ${formatValue(compute)})`,
    );
  }
  const sizes = toShape(shape);
  checkOptions(options, arrayNames, "make an array of a function");
  using all = indices(sizes, { ...options, dtype: options.dtype ?? "float32" });
  const coordinates = sizes.map((_, axis) =>
    makeView(all, sizes, all.strides.slice(1), axis * sizeOf(sizes)),
  );
  const result = compute(...(coordinates as NDArray<never>[]));
  const returned: readonly unknown[] = Array.isArray(result) ? result : [result];
  for (const one of coordinates) if (!returned.includes(one)) one.dispose();
  return result;
}

/** Options of {@link logspace} and {@link geomspace}. */
export interface SpaceOptions<D extends DType = DType> extends ArrayOptions<D> {
  /** Whether `stop` is the last number; true by default. */
  readonly endpoint?: boolean;
}

const spaceNames = optionNames<SpaceOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
  dtype: true,
  endpoint: true,
});

/** Options of {@link logspace}. */
export interface LogspaceOptions<D extends DType = DType> extends SpaceOptions<D> {
  /** 10 by default. */
  readonly base?: number;
}

const logspaceNames = optionNames<LogspaceOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
  dtype: true,
  endpoint: true,
  base: true,
});

/** `count` (50) powers of a base (10), from `base ** start` to `base ** stop`, with evenly spaced exponents. */
export function logspace<D extends DType>(
  start: number,
  stop: number,
  count: number | undefined,
  options: WithDType<D, LogspaceOptions<D>>,
): NDArray<NoInfer<D>>;
export function logspace(
  start: number,
  stop: number,
  count?: number,
  options?: WithoutDType<LogspaceOptions>,
): NDArray<"float32">;
export function logspace(start: number, stop: number, count?: number, options?: LogspaceOptions): NDArray;
export function logspace(start: number, stop: number, count = 50, options: LogspaceOptions = {}): NDArray {
  checkOptions(options, logspaceNames, "make spaced numbers");
  const { endpoint = true, base = 10, ...rest } = options;
  return fromNumbers(
    sizeOf(toShape(count)),
    (index) => base ** even(start, stop, count, endpoint, index),
    rest,
  );
}

/**
 * `count` (50) numbers from `start` to `stop` with constant ratios.
 * @throws RangeError `CUTS_GEOMSPACE` unless both have one sign.
 */
export function geomspace<D extends DType>(
  start: number,
  stop: number,
  count: number | undefined,
  options: WithDType<D, SpaceOptions<D>>,
): NDArray<NoInfer<D>>;
export function geomspace(
  start: number,
  stop: number,
  count?: number,
  options?: WithoutDType<SpaceOptions>,
): NDArray<"float32">;
export function geomspace(start: number, stop: number, count?: number, options?: SpaceOptions): NDArray;
export function geomspace(start: number, stop: number, count = 50, options: SpaceOptions = {}): NDArray {
  checkOptions(options, spaceNames, "make spaced numbers");
  const { endpoint = true, ...rest } = options;
  if (!(start * stop > 0)) {
    throw new ArgumentRangeError(
      "CUTS_GEOMSPACE",
      `Cannot make numbers in even ratios: both bounds must be above 0, or both below (got ${formatValue(start)} and ${formatValue(stop)})`,
    );
  }
  const sign = Math.sign(start);
  const [from, to] = [Math.log10(sign * start), Math.log10(sign * stop)];
  const value = (index: number): number => {
    if (index === 0) return start;
    return endpoint && index === count - 1 ? stop : sign * 10 ** even(from, to, count, endpoint, index);
  };
  return fromNumbers(sizeOf(toShape(count)), value, rest);
}

function even(start: number, stop: number, count: number, endpoint: boolean, index: number): number {
  const parts = endpoint ? count - 1 : count;
  return endpoint && index > 0 && index === parts
    ? stop
    : start + index * ((stop - start) / Math.max(parts, 1));
}
