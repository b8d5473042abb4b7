// Arrays from nothing: from values, from a shape, from a range. The dtype is float32 unless told or, where values are
// given, unless they say otherwise: bigints are int64, booleans bool, complex numbers complex64.

import {
  type Complex,
  type DType,
  type DTypeOf,
  dtypeInfo,
  dtypeOf,
  dtypes,
  isTypedArray,
  type TypedArray,
} from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { type Shape, sizeOf, toShape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import type { Device } from "../runtime/device.js";
import { currentStream, toDevice } from "../runtime/devices.js";
import {
  bytesOf,
  elementCount,
  type ElementValue,
  listsToElements,
  toElements,
} from "../runtime/element-data.js";
import { writeBytes, writeNew } from "../runtime/storage-bytes.js";
import type { StreamCore } from "../runtime/stream-core.js";
import { fill, set } from "./access.js";
import { allocateArray, makeView, type MemoryKind } from "./allocate.js";
import { describeArray, isNDArray, type NDArray, usableArray } from "./ndarray.js";
import { astype, copy, to } from "./copy.js";
import { BuiltinKernel } from "./kernels/builtin-kernel.js";
import { launchUnit } from "./kernels/launch-rows.js";
import { rangeGroup } from "./kernels/range-kernels.js";
import { type NestedList, readNested, type ScalarValue } from "./nested.js";

/** Where and as what an array is made. */
export interface ArrayOptions<D extends DType = DType> {
  /** float32 unless told. */
  readonly dtype?: D;
  /** The current device unless told. */
  readonly device?: string | Device;
  /** `managed` for memory that the host sees too, by `x.hostView()`; memory of the device unless told. */
  readonly memory?: MemoryKind;
}

/** What `array` accepts. */
export type ArrayLikeValues = NDArray | TypedArray | NestedList;

/** The dtype that `array` gives to values: numbers are float32, an empty list too. */
export type DTypeOfValues<V> = [V] extends [never]
  ? "float32"
  : NestedList extends V
    ? DType
    : V extends NDArray<infer D>
      ? D
      : V extends TypedArray
        ? DTypeOf<V>
        : V extends readonly (infer E)[]
          ? DTypeOfValues<E>
          : V extends number
            ? "float32"
            : DTypeOfValue<V>;

/**
 * A new array of given values: nested lists, a typed array, another array, or one value. The data is copied.
 * @throws TypeError `CUTS_RAGGED` for lists of unequal length; TypeError, RangeError for values that do not fit the dtype.
 * @example cu.array([[1, 2], [3, 4]], { dtype: "int32" })
 */
export function array<D extends DType>(
  values: ArrayLikeValues,
  options: ArrayOptions<D> & { readonly dtype: D },
): NDArray<NoInfer<D>>;
export function array<V extends ArrayLikeValues>(
  values: V,
  options?: ArrayOptions & { readonly dtype?: undefined },
): NDArray<DTypeOfValues<V>>;
export function array(values: ArrayLikeValues, options?: ArrayOptions): NDArray;
export function array(values: ArrayLikeValues, options: ArrayOptions = {}): NDArray {
  if (isNDArray(values)) return fromArray(values, options);
  if (isTypedArray(values)) {
    const own = options.dtype ?? dtypeOf(values);
    dtypeInfo(own);
    const elements = canTake(own, values)
      ? toElements(own, values, "the values")
      : listsToElements(own, [values], values.length, "the values");
    return fromElements(own, elements, [elementCount(own, elements)], options);
  }
  const nested = readNested(values, "the values");
  const first: unknown = nested.lists[0]?.[0];
  if (isNDArray(first)) {
    throw new ArgumentTypeError(
      "CUTS_NESTED_ARRAY",
      `Cannot make an array of arrays: the values must be numbers in lists (got ${describeArray(first)})` +
        "\nTry: cu.stack(arrays)",
    );
  }
  const dtype = options.dtype ?? dtypeOfLists(nested.lists);
  dtypeInfo(dtype);
  const elements = listsToElements(dtype, nested.lists, sizeOf(nested.shape), "the values");
  return fromElements(dtype, elements, nested.shape, options);
}

/** The array itself if it is one of this dtype and device, else a new one as by {@link array}. */
export function asarray<D extends DType>(
  values: ArrayLikeValues,
  options: ArrayOptions<D> & { readonly dtype: D },
): NDArray<NoInfer<D>>;
export function asarray<V extends ArrayLikeValues>(
  values: V,
  options?: ArrayOptions & { readonly dtype?: undefined },
): NDArray<DTypeOfValues<V>>;
export function asarray(values: ArrayLikeValues, options?: ArrayOptions): NDArray;
export function asarray(values: ArrayLikeValues, options: ArrayOptions = {}): NDArray {
  const isHere = (device: Device): boolean =>
    options.device === undefined || toDevice(options.device) === device;
  const fits = isNDArray(values) && (options.dtype ?? values.dtype) === values.dtype && isHere(values.device);
  return fits ? values : array(values, options);
}

/** A new array with contents that mean nothing. */
export function empty<D extends DType = "float32">(
  shape: number | Shape,
  options: ArrayOptions<D> = {},
): NDArray<NoInfer<D>> {
  const dtype = (options.dtype ?? "float32") as D;
  dtypeInfo(dtype);
  return allocateFor(options, dtype, toShape(shape));
}

/** A new array of zeros. */
export function zeros<D extends DType = "float32">(
  shape: number | Shape,
  options: ArrayOptions<D> = {},
): NDArray<NoInfer<D>> {
  return full<D>(shape, 0 as unknown as ElementValue<D>, options);
}

/** A new array of ones. */
export function ones<D extends DType = "float32">(
  shape: number | Shape,
  options: ArrayOptions<D> = {},
): NDArray<NoInfer<D>> {
  return full<D>(shape, 1 as unknown as ElementValue<D>, options);
}

/** A new array of one value; the dtype is that of the value unless told, as by {@link array}. */
export function full<D extends DType = "float32">(
  shape: number | Shape,
  value: ElementValue<D>,
  options?: ArrayOptions<D>,
): NDArray<NoInfer<D>>;
export function full<V extends bigint | boolean | Complex>(
  shape: number | Shape,
  value: V,
  options?: ArrayOptions<DTypeOfValue<V>>,
): NDArray<DTypeOfValue<V>>;
export function full(shape: number | Shape, value: ElementValue<DType>, options: ArrayOptions = {}): NDArray {
  const made = empty(shape, { ...options, dtype: options.dtype ?? dtypeOfValue(value) });
  try {
    fill(made, value);
  } catch (error) {
    made.dispose();
    throw error;
  }
  return made;
}

/** The dtype of a value that is no plain number. */
export type DTypeOfValue<V> = V extends bigint ? "int64" : V extends boolean ? "bool" : "complex64";

/** A new array of the shape and dtype of another, with contents that mean nothing. */
export function emptyLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return empty(...alike(like, options));
}

/** Zeros in the shape and dtype of another array. */
export function zerosLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return zeros(...alike(like, options));
}

/** Ones in the shape and dtype of another array. */
export function onesLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return ones(...alike(like, options));
}

/** One value in the shape and dtype of another array. */
export function fullLike<D extends DType>(
  like: NDArray<D>,
  value: ElementValue<D>,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  const [shape, all] = alike(like, options);
  return full<D>(shape, value, all);
}

/** The shape of an array, and options that make another one like it where they say nothing else. */
function alike<D extends DType>(
  like: NDArray<D>,
  options: ArrayOptions<D>,
): readonly [shape: Shape, options: ArrayOptions<D>] {
  const { shape, dtype } = usableArray(like, "make an array like another");
  return [shape, { dtype, device: like.device, ...options }];
}

/**
 * Numbers from `start` (0) up to but without `stop`, by `step` (1); bigints make int64, exactly.
 * @throws RangeError `CUTS_ARANGE` for a step of 0; TypeError `CUTS_ARANGE` for what is no number.
 * @example cu.arange(5); cu.arange(1, 10, 2, { dtype: "int32" }); cu.arange(2n ** 60n, 2n ** 60n + 3n);
 */
export function arange<D extends DType = "float32">(
  stop: number,
  options?: ArrayOptions<D>,
): NDArray<NoInfer<D>>;
export function arange<D extends DType = "float32">(
  start: number,
  stop: number,
  options?: ArrayOptions<D>,
): NDArray<NoInfer<D>>;
export function arange<D extends DType = "float32">(
  start: number,
  stop: number,
  step: number,
  options?: ArrayOptions<D>,
): NDArray<NoInfer<D>>;
export function arange<D extends DType = "int64">(
  stop: bigint,
  options?: ArrayOptions<D>,
): NDArray<NoInfer<D>>;
export function arange<D extends DType = "int64">(
  start: bigint,
  stop: bigint,
  options?: ArrayOptions<D>,
): NDArray<NoInfer<D>>;
export function arange<D extends DType = "int64">(
  start: bigint,
  stop: bigint,
  step: bigint,
  options?: ArrayOptions<D>,
): NDArray<NoInfer<D>>;
export function arange(...args: readonly (number | bigint | ArrayOptions | undefined)[]): NDArray {
  const bounds = args.filter((one) => one !== undefined && typeof one !== "object");
  const options = args.find((one) => typeof one === "object") ?? {};
  if (bounds.length === 0 || bounds.length > 3 || !bounds.every(isRealNumber)) {
    throw new ArgumentTypeError(
      "CUTS_ARANGE",
      `Cannot make a range: it takes a stop, a start and a stop, or those and a step, all numbers (got ${formatValue(args)})`,
    );
  }
  const [start, stop, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds;
  const isExact = bounds.some((one) => typeof one === "bigint");
  if (!(bounds.every((one) => typeof one === "bigint" || Number.isFinite(one)) && Number(step) !== 0)) {
    throw new ArgumentRangeError(
      "CUTS_ARANGE",
      `Cannot make a range: its bounds must be finite and its step not 0 (got ${formatValue(bounds)})`,
    );
  }
  const [from, to, by] = [Number(start), Number(stop), Number(step)];
  if (!isExact) return evenNumbers({ start: from, step: by, length: rangeLength(to - from, by) }, options);
  // Differences of large integers are exact only before they become numbers.
  const [first, stride] = [toBigInt(start), toBigInt(step)];
  const length = rangeLength(Number(toBigInt(stop) - first), by);
  return fromNumbers(length, (index) => first + BigInt(index) * stride, { dtype: "int64", ...options });
}

/** `count` (50) numbers from `start` to `stop`, both included, equally far apart. */
export function linspace<D extends DType = "float32">(
  start: number,
  stop: number,
  count = 50,
  options: ArrayOptions<D> & { readonly endpoint?: boolean } = {},
): NDArray<NoInfer<D>> {
  if (typeof start !== "number" || typeof stop !== "number") {
    throw new ArgumentTypeError(
      "CUTS_NOT_A_NUMBER",
      `Cannot make evenly spaced numbers: their bounds must be numbers (got ${formatValue([start, stop])})`,
    );
  }
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

/** Options of {@link eye}. */
export interface EyeOptions<D extends DType = DType> extends ArrayOptions<D> {
  /** Which diagonal; 0, the main one, unless told, upwards from there. */
  readonly k?: number | undefined;
}

/** The arguments of {@link eye} and its kin: the second one is the number of columns or the options. */
export function readEye<D extends DType>(
  rows: number,
  second: number | EyeOptions<D>,
  third: EyeOptions<D>,
): EyeOptions<D> & { readonly columns: number } {
  return typeof second === "object" ? { ...second, columns: rows } : { ...third, columns: second };
}

/** Ones on a diagonal, zeros elsewhere; as many columns as rows unless told. */
export function eye<D extends DType = "float32">(rows: number, options?: EyeOptions<D>): NDArray<NoInfer<D>>;
export function eye<D extends DType = "float32">(
  rows: number,
  columns?: number,
  options?: EyeOptions<D>,
): NDArray<NoInfer<D>>;
export function eye<D extends DType>(
  rows: number,
  second: number | EyeOptions<D> = rows,
  third: EyeOptions<D> = {},
): NDArray<D> {
  const { columns, k = 0, ...rest } = readEye(rows, second, third);
  if (!Number.isInteger(k)) {
    throw new ArgumentTypeError(
      "CUTS_DIAGONAL",
      `Cannot make a diagonal: k must be a whole number (got ${formatValue(k)})`,
    );
  }
  const made = zeros([rows, columns], rest);
  const first = k >= 0 ? k : -k * columns;
  const length = Math.max(0, Math.min(rows + Math.min(k, 0), columns - Math.max(k, 0)));
  if (length > 0) {
    using diagonal = makeView(made, [length], [columns + 1], first);
    fill(diagonal, 1 as unknown as ElementValue<D>);
  }
  return made;
}

function fromArray(values: NDArray, options: ArrayOptions): NDArray {
  const here = options.device === undefined ? values : to(values, options.device);
  const made = copyAs(here, options);
  if (here !== values) here.dispose();
  return made;
}

function copyAs(values: NDArray, { dtype = values.dtype, memory }: ArrayOptions): NDArray {
  if (memory === undefined || memory === "device")
    return dtype === values.dtype ? copy(values) : astype(values, dtype);
  const made = allocateFor({ device: values.device, memory }, dtype, values.shape);
  set(made, values);
  return made;
}

function fromElements(dtype: DType, elements: TypedArray, shape: Shape, options: ArrayOptions): NDArray {
  const made = allocateFor(options, dtype, toShape(shape));
  writeNew(made.storage, bytesOf(elements), streamFor(options));
  return made;
}

/** Elements that are computed and written at a time: a long vector takes no second copy of itself on the host. */
const pieceLength = 1 << 20;

/** A vector of numbers that are computed here. */
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
  if (length <= pieceLength || kind === "bool" || !fits(start) || !fits(end)) {
    const whole = isFloored ? Math.floor : (value: number): number => value;
    const valueAt = (index: number): number =>
      whole(last !== undefined && index === length - 1 ? last : start + index * step);
    return fromNumbers(length, valueAt, options);
  }
  const stream = streamFor(options);
  const made = allocateFor(options, dtype, toShape(length));
  launchUnit(rangeKernel(dtype), length, [made], stream, (kernel, first) => {
    kernel.setFloat64(first, start);
    kernel.setFloat64(first + 1, step);
    kernel.setInt32(first + 2, isFloored ? 1 : 0);
  });
  if (last !== undefined) {
    using end = makeView(made, [1], [1], length - 1);
    set(end, [(isFloored ? Math.floor(last) : last) as ElementValue<D>]);
  }
  return made;
}

const rangeKernels = new Map<DType, BuiltinKernel>();

function rangeKernel(dtype: DType): BuiltinKernel {
  let kernel = rangeKernels.get(dtype);
  if (kernel === undefined)
    rangeKernels.set(dtype, (kernel = new BuiltinKernel(rangeGroup, `range_${dtype}`)));
  return kernel;
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

/** A new array as options want it. @throws TypeError `CUTS_MEMORY_KIND`. */
function allocateFor<D extends DType>(options: ArrayOptions, dtype: D, shape: Shape): NDArray<D> {
  const { memory = "device" } = options;
  if (memory !== "device" && memory !== "managed") {
    throw new ArgumentTypeError(
      "CUTS_MEMORY_KIND",
      `Cannot make an array: its memory must be "device" or "managed" (got ${formatValue(memory)})` +
        "\nTry: cu.pinned(dtype, length), which makes a typed array that a GPU copies at full speed",
    );
  }
  return allocateArray(streamFor(options), dtype, shape, memory);
}

function streamFor(options: ArrayOptions): StreamCore {
  return currentStream(options.device === undefined ? undefined : toDevice(options.device));
}

function dtypeOfLists(lists: readonly ArrayLike<ScalarValue>[]): DType {
  let found: DType | undefined;
  for (const list of lists) {
    for (let index = 0; index < list.length; index++) {
      const value = list[index] as ScalarValue;
      const own = dtypeOfValue(value);
      if (own === found) continue;
      if (found === undefined || (found === "float32" && own === "complex64")) found = own;
      else if (found !== "complex64" || own !== "float32") {
        throw new ArgumentTypeError(
          "CUTS_MIXED_VALUES",
          `Cannot choose a dtype: the values must be of one kind (got ${formatValue(lists[0]?.[0])} and ${formatValue(value)})` +
            '\nTry: { dtype: "float32" }',
        );
      }
    }
  }
  return found ?? "float32";
}

function dtypeOfValue(value: ScalarValue): DType {
  if (typeof value === "bigint") return "int64";
  if (typeof value === "boolean") return "bool";
  return typeof value === "object" && value !== null ? "complex64" : "float32";
}

function canTake(dtype: DType, values: TypedArray): boolean {
  const own = dtypeOf(values);
  return own === dtype || dtypes[own].TypedArray === dtypes[dtype].TypedArray;
}
