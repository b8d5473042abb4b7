// Evenly spaced numbers, and vectors of numbers computed by a function. Short ones are computed on the host, long ranges on the
// device.

import { type Complex, type DType, dtypeInfo, type TypedArray } from "../core/dtype.js";
import { isComplex, toComplex } from "../core/dtype-value.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { sizeOf, toShape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { bytesOf, type ElementValue, toElements } from "../runtime/memory/element-data.js";
import { writeBytes } from "../runtime/memory/storage-bytes.js";
import { set } from "./access.js";
import { makeView } from "./allocate.js";
import { array } from "./creation.js";
import {
  allocateFor,
  arrayNames,
  type ArrayOptions,
  streamFor,
  type WithDType,
  type WithoutDType,
} from "./creation-options.js";
import { tuningOf } from "./kernels/builtin-kernel.js";
import { rowLaunch, useStorages, widthOf } from "./kernels/launch-rows.js";
import { rangeKernel } from "./kernels/range-kernels.js";
import { lost } from "./list-values.js";
import type { NDArray } from "./ndarray.js";
import { checkOptions, optionNames } from "../core/options.js";

/**
 * Numbers from `start` (0) up to but excluding `stop`, by `step` (1). With bigints the result is exact int64, unless one of the
 * arguments is a fraction.
 * @throws RangeError `CUTS_ARANGE` for a step of 0; TypeError `CUTS_ARANGE` for what is no number.
 * @example cu.arange(5); cu.arange(1, 10, 2, { dtype: "int32" }); cu.arange(2n ** 60n, 2n ** 60n + 3n);
 */
export function arange<D extends DType>(stop: number | bigint, options: WithDType<D>): NDArray<NoInfer<D>>;
export function arange<D extends DType>(
  start: number | bigint,
  stop: number | bigint,
  options: WithDType<D>,
): NDArray<NoInfer<D>>;
export function arange<D extends DType>(
  start: number | bigint,
  stop: number | bigint,
  step: number | bigint,
  options: WithDType<D>,
): NDArray<NoInfer<D>>;
export function arange(stop: number, options?: WithoutDType): NDArray<"float32">;
export function arange(start: number, stop: number, options?: WithoutDType): NDArray<"float32">;
export function arange(start: number, stop: number, step: number, options?: WithoutDType): NDArray<"float32">;
export function arange(stop: bigint, options?: WithoutDType): NDArray<"int64">;
export function arange(start: bigint, stop: bigint, options?: WithoutDType): NDArray<"int64">;
export function arange(start: bigint, stop: bigint, step: bigint, options?: WithoutDType): NDArray<"int64">;
export function arange(
  start: number | bigint,
  stop: number | bigint,
  step: number | bigint,
  options?: ArrayOptions,
): NDArray;
export function arange(...args: readonly [number | bigint, ...(number | bigint)[], ArrayOptions]): NDArray;
export function arange(...args: readonly (number | bigint | ArrayOptions | undefined)[]): NDArray {
  const bounds = args.filter((one) => one !== undefined && typeof one !== "object");
  const given = args.find((one) => typeof one === "object");
  if (given !== undefined) checkOptions(given, arrayNames, "make a range");
  const options = given ?? {};
  if (bounds.length === 0 || bounds.length > 3 || !bounds.every(isRealNumber)) {
    throw new ArgumentTypeError(
      "CUTS_ARANGE",
      `Cannot make a range: it takes a stop, a start and a stop, or those and a step, all numbers (got ${formatValue(args)})`,
    );
  }
  const [start, stop, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds;
  const isWhole = bounds.every((one) => typeof one === "bigint" || Number.isInteger(one));
  const isExact = isWhole && bounds.some((one) => typeof one === "bigint");
  if (!(bounds.every((one) => typeof one === "bigint" || Number.isFinite(one)) && Number(step) !== 0)) {
    throw new ArgumentRangeError(
      "CUTS_ARANGE",
      `Cannot make a range: its bounds must be finite and its step not 0 (got ${formatValue(bounds)})`,
    );
  }
  const [from, to, by] = [Number(start), Number(stop), Number(step)];
  if (!isWhole) for (const one of bounds) refuseInexact(one);
  if (!isExact) {
    const length = rangeLength(to - from, by);
    if (isWhole && options.dtype === undefined) refuseLostInRange(from, by, length);
    return evenNumbers({ start: from, step: by, length }, options);
  }
  // Differences of large integers are exact only before they become numbers.
  const [first, stride] = [toBigInt(start), toBigInt(step)];
  const length = rangeLength(Number(toBigInt(stop) - first), by);
  return fromNumbers(length, (index) => first + BigInt(index) * stride, {
    ...options,
    dtype: options.dtype ?? "int64",
  });
}

/** Options of {@link linspace}. */
export interface LinspaceOptions<D extends DType = DType> extends ArrayOptions<D> {
  /** Whether `stop` is the last number; true by default. */
  readonly endpoint?: boolean;
}

const linspaceNames = optionNames<LinspaceOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
  dtype: true,
  endpoint: true,
});

/** `count` (50) evenly spaced numbers from `start` to `stop`, both included; complex bounds give complex64. */
export function linspace<D extends DType>(
  start: number,
  stop: number,
  count: number | undefined,
  options: WithDType<D, LinspaceOptions<D>>,
): NDArray<NoInfer<D>>;
export function linspace(
  start: number,
  stop: number,
  count?: number,
  options?: WithoutDType<LinspaceOptions>,
): NDArray<"float32">;
export function linspace(
  start: number | Complex,
  stop: number | Complex,
  count?: number,
  options?: LinspaceOptions,
): NDArray;
export function linspace(
  start: number | Complex,
  stop: number | Complex,
  count = 50,
  options: LinspaceOptions = {},
): NDArray {
  if (isComplex(start) || isComplex(stop)) return complexNumbers(start, stop, count, options);
  if (typeof start !== "number" || typeof stop !== "number") {
    throw new ArgumentTypeError(
      "CUTS_NOT_A_NUMBER",
      `Cannot make evenly spaced numbers: their bounds must be numbers (got ${formatValue([start, stop])})`,
    );
  }
  checkOptions(options, linspaceNames, "make evenly spaced numbers");
  const { endpoint = true, ...rest } = options;
  const length = sizeOf(toShape(count));
  const parts = endpoint ? length - 1 : length;
  const step = (stop - start) / Math.max(parts, 1);
  // Integers are rounded down, as NumPy does it.
  const { kind } = dtypeInfo(rest.dtype ?? "float32");
  const isFloored = kind === "int" || kind === "uint";
  const last = endpoint && parts > 0 ? stop : undefined;
  return evenNumbers({ start, step, length, last, isFloored }, rest);
}

/** Evenly spaced complex numbers, computed here. */
function complexNumbers(
  start: number | Complex,
  stop: number | Complex,
  count: number,
  options: LinspaceOptions,
): NDArray {
  checkOptions(options, linspaceNames, "make evenly spaced numbers");
  const { endpoint = true, dtype = "complex64", ...rest } = options;
  const length = sizeOf(toShape(count));
  const [from, to] = [start, stop].map((one) => toComplex("complex128", one, "a bound")) as [
    Complex,
    Complex,
  ];
  const parts = Math.max(endpoint ? length - 1 : length, 1);
  const between = (first: number, last: number, index: number): number =>
    index === parts ? last : first + index * ((last - first) / parts);
  const values = Array.from({ length }, (_, index) => ({
    re: between(from.re, to.re, index),
    im: between(from.im, to.im, index),
  }));
  return array(values, { ...rest, dtype });
}

/** Elements that are computed and written at a time: a long vector takes no second copy of itself on the host. */
const pieceLength = 1 << 20;

/** A vector of numbers that are computed on the host. */
export function fromNumbers<D extends DType>(
  length: number,
  valueAt: (index: number) => number | bigint,
  options: ArrayOptions<D>,
): NDArray<D> {
  const dtype = (options.dtype ?? "float32") as D;
  const { TypedArray, byteLength, kind } = dtypeInfo(dtype);
  const stream = streamFor(options);
  const made = allocateFor(options, dtype, toShape(length));
  const isPlain =
    kind === "float" ? byteLength >= 4 : kind !== "complex" && kind !== "bool" && byteLength < 8;
  const convert = (value: number | bigint): number | bigint => {
    if (kind === "float" || kind === "complex") return Number(value);
    return typeof value === "number" ? Math.trunc(value) : value;
  };
  const piece = (begin: number, count: number): TypedArray => {
    if (!isPlain) {
      const values = Array.from({ length: count }, (_, index) => convert(valueAt(begin + index)));
      return toElements(dtype, values, "the values");
    }
    const numbers = new TypedArray(count) as unknown as Float64Array;
    for (let index = 0; index < count; index++) numbers[index] = Number(valueAt(begin + index));
    return numbers;
  };
  try {
    for (let begin = 0; begin < length; begin += pieceLength) {
      const elements = piece(begin, Math.min(pieceLength, length - begin));
      writeBytes(made.storage, begin * byteLength, bytesOf(elements), stream);
    }
    return made;
  } catch (error) {
    made.dispose();
    throw error;
  }
}

/** Numbers from `start` on, by `step`. */
interface EvenNumbers {
  readonly start: number;
  readonly step: number;
  readonly length: number;
  /** What the last one is, whatever the sum says. */
  readonly last?: number | undefined;
  /** Whether they are rounded down. */
  readonly isFloored?: boolean;
}

/** Numbers that are computed here in less time than a launch takes. */
const SHORT = 1024;

/** A vector of evenly spaced numbers: a short one is computed here, a long one by the device. */
function evenNumbers<D extends DType>(numbers: EvenNumbers, options: ArrayOptions<D>): NDArray<D> {
  const { start, step, length, last, isFloored = false } = numbers;
  const dtype = (options.dtype ?? "float32") as D;
  const { kind } = dtypeInfo(dtype);
  const end = last ?? start + (length - 1) * step;
  const isWhole = kind === "int" || kind === "uint";
  // Of numbers that are none of their 64 bits the host says which it is; others of too many bits only it wraps.
  const fits = (value: number): boolean =>
    !isWhole || (Math.abs(value) <= Number.MAX_SAFE_INTEGER && (dtype !== "uint64" || value >= 0));
  if (length <= SHORT || kind === "bool" || !fits(start) || !fits(end)) {
    const whole = isFloored ? Math.floor : (value: number): number => value;
    const valueAt = (index: number): number =>
      whole(last !== undefined && index === length - 1 ? last : start + index * step);
    return fromNumbers(length, valueAt, options);
  }
  const stream = streamFor(options);
  const made = allocateFor(options, dtype, toShape(length));
  useStorages([made], stream);
  const own = rangeKernel(dtype).on(stream.device, widthOf(stream.device, [made]));
  own.set({ z: made, n: length, start, step, floors: isFloored ? 1 : 0 });
  const tuning = tuningOf(stream.device);
  own.launch(rowLaunch(length, 1, 1, tuning, tuning.elementsPerThread), stream);
  if (last !== undefined) {
    using end = makeView(made, [1], [1], length - 1);
    set(end, [(isFloored ? Math.floor(last) : last) as ElementValue<D>]);
  }
  return made;
}

/** A bigint beside fractions must be a number. */
function refuseInexact(bound: number | bigint): void {
  if (typeof bound === "number" || BigInt(Number(bound)) === bound) return;
  throw new ArgumentRangeError(
    "CUTS_ARANGE",
    `Cannot make a range: beside a fraction its bounds must be numbers that doubles hold (got ${bound}n)`,
  );
}

/** Refuses integers that float32 would round: where any of a range are, two neighbours at one of its ends are. */
function refuseLostInRange(start: number, step: number, length: number): void {
  const largest = Math.max(Math.abs(start), Math.abs(start + (length - 1) * step));
  for (const index of [0, 1, length - 2, length - 1]) {
    const value = start + index * step;
    if (index >= 0 && index < length && Math.fround(value) !== value) throw lost(value, largest);
  }
}

function rangeLength(distance: number, step: number): number {
  return Math.max(0, Math.ceil(distance / step));
}

function isRealNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function toBigInt(value: number | bigint | undefined): bigint {
  return BigInt(value ?? 0);
}
