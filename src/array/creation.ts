// Arrays from nothing: from values, from a shape, from a range. The dtype is float32 unless told or, where values are
// given, unless they say otherwise: bigints are int64, booleans bool, complex numbers complex64.

import { type DType, dtypeInfo, dtypeOf, dtypes, isTypedArray, type TypedArray } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { type Shape, sizeOf, toShape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import type { Device } from "../runtime/device.js";
import { currentStream, toDevice } from "../runtime/devices.js";
import { bytesOf, elementCount, type ElementValue, toElements } from "../runtime/element-data.js";
import { writeBytes } from "../runtime/storage-bytes.js";
import type { StreamCore } from "../runtime/stream-core.js";
import { fill } from "./access.js";
import { allocateArray, isNDArray, makeView, objectOf } from "./array-object.js";
import { astype, copy, to } from "./copy.js";
import type { NDArray } from "./ndarray.js";
import { type NestedList, readNested, type ScalarValue } from "./nested.js";

/** Where and as what an array is made. */
export interface ArrayOptions<D extends DType = DType> {
  /** float32 unless told. */
  readonly dtype?: D;
  /** The current device unless told. */
  readonly device?: string | Device;
}

/** What `array` accepts. */
export type ArrayLikeValues = NDArray | TypedArray | NestedList;

/**
 * A new array of given values: nested lists, a typed array, another array, or one value. The data is copied.
 * @throws TypeError `CUTS_RAGGED` for lists of unequal length; TypeError, RangeError for values that do not fit the dtype.
 * @example cu.array([[1, 2], [3, 4]], { dtype: "int32" })
 */
export function array<D extends DType>(
  values: ArrayLikeValues,
  options: ArrayOptions<D> & { readonly dtype: D },
): NDArray<D>;
export function array<D extends DType>(values: NDArray<D>, options?: ArrayOptions<D>): NDArray<D>;
export function array(
  values: readonly number[] | number,
  options?: ArrayOptions<"float32">,
): NDArray<"float32">;
export function array(values: Float32Array, options?: ArrayOptions<"float32">): NDArray<"float32">;
export function array(values: Float64Array, options?: ArrayOptions<"float64">): NDArray<"float64">;
export function array(values: Int32Array, options?: ArrayOptions<"int32">): NDArray<"int32">;
export function array(values: ArrayLikeValues, options?: ArrayOptions): NDArray;
export function array(values: ArrayLikeValues, options: ArrayOptions = {}): NDArray {
  if (isNDArray(values)) return fromArray(values, options);
  const stream = streamFor(options);
  if (isTypedArray(values)) {
    const own = options.dtype ?? dtypeOf(values);
    const elements = canTake(own, values) ? values : Array.from<number | bigint>(values);
    return fromElements(own, elements, undefined, stream);
  }
  const nested = readNested(values, "the values");
  const dtype = options.dtype ?? dtypeOfValues(nested.values);
  return fromElements(dtype, nested.values, nested.shape, stream);
}

/** The array itself if it is one of this dtype and device, else a new one as by {@link array}. */
export function asarray<D extends DType = DType>(
  values: ArrayLikeValues,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  const isHere = (device: Device): boolean =>
    options.device === undefined || toDevice(options.device) === device;
  const fits = isNDArray(values) && (options.dtype ?? values.dtype) === values.dtype && isHere(values.device);
  return (fits ? values : array(values, options as ArrayOptions)) as NDArray<D>;
}

/** A new array with contents that mean nothing. */
export function empty<D extends DType = "float32">(
  shape: number | Shape,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  const dtype = (options.dtype ?? "float32") as D;
  dtypeInfo(dtype);
  return allocateArray(streamFor(options), dtype, toShape(shape));
}

/** A new array of zeros. */
export function zeros<D extends DType = "float32">(
  shape: number | Shape,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  return full(shape, 0 as unknown as ElementValue<D>, options);
}

/** A new array of ones. */
export function ones<D extends DType = "float32">(
  shape: number | Shape,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  return full(shape, 1 as unknown as ElementValue<D>, options);
}

/** A new array of one value. */
export function full<D extends DType = "float32">(
  shape: number | Shape,
  value: ElementValue<D>,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  const made = empty(shape, options);
  fill(made, value);
  return made;
}

/** A new array of the shape and dtype of another, with contents that mean nothing. */
export function emptyLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return empty(like.shape, { dtype: like.dtype, device: like.device, ...options });
}

/** Zeros in the shape and dtype of another array. */
export function zerosLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return zeros(like.shape, { dtype: like.dtype, device: like.device, ...options });
}

/** Ones in the shape and dtype of another array. */
export function onesLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return ones(like.shape, { dtype: like.dtype, device: like.device, ...options });
}

/** One value in the shape and dtype of another array. */
export function fullLike<D extends DType>(
  like: NDArray<D>,
  value: ElementValue<D>,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  return full(like.shape, value, { dtype: like.dtype, device: like.device, ...options });
}

/**
 * Numbers from `start` (0) up to but without `stop`, by `step` (1). @throws RangeError `CUTS_ARANGE` for a step of 0.
 * @example cu.arange(5); cu.arange(1, 10, 2, { dtype: "int32" });
 */
export function arange<D extends DType = "float32">(stop: number, options?: ArrayOptions<D>): NDArray<D>;
export function arange<D extends DType = "float32">(
  start: number,
  stop: number,
  options?: ArrayOptions<D>,
): NDArray<D>;
export function arange<D extends DType = "float32">(
  start: number,
  stop: number,
  step: number,
  options?: ArrayOptions<D>,
): NDArray<D>;
export function arange(...args: readonly (number | ArrayOptions | undefined)[]): NDArray {
  const numbers = args.filter((one) => typeof one === "number");
  const options = args.find((one) => typeof one === "object") ?? {};
  const [start, stop, step = 1] =
    numbers.length === 1 ? [0, numbers[0] as number] : (numbers as [number, number, number?]);
  if (!(Number.isFinite(start) && Number.isFinite(stop) && Number.isFinite(step) && step !== 0)) {
    throw new ArgumentRangeError(
      "CUTS_ARANGE",
      `Cannot make a range: its bounds must be finite and its step not 0 (got ${formatValue(numbers)})`,
    );
  }
  const length = Math.max(0, Math.ceil((stop - start) / step));
  return fromNumbers(length, (index) => start + index * step, options);
}

/** `count` (50) numbers from `start` to `stop`, both included, equally far apart. */
export function linspace<D extends DType = "float32">(
  start: number,
  stop: number,
  count = 50,
  options: ArrayOptions<D> & { readonly endpoint?: boolean } = {},
): NDArray<D> {
  const { endpoint = true, ...rest } = options;
  const length = sizeOf(toShape(count));
  const parts = endpoint ? length - 1 : length;
  const step = (stop - start) / Math.max(parts, 1);
  // Integers are rounded down, as NumPy does it.
  const { kind } = dtypeInfo(rest.dtype ?? "float32");
  const whole = kind === "int" || kind === "uint" ? Math.floor : (value: number): number => value;
  return fromNumbers(length, (i) => whole(endpoint && i === parts && i > 0 ? stop : start + i * step), rest);
}

/** Ones on a diagonal, zeros elsewhere; `k` counts from the main diagonal upwards. */
export function eye<D extends DType = "float32">(
  rows: number,
  columns = rows,
  options: ArrayOptions<D> & { readonly k?: number } = {},
): NDArray<D> {
  const { k = 0, ...rest } = options;
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
  const made =
    options.dtype === undefined || options.dtype === here.dtype ? copy(here) : astype(here, options.dtype);
  if (here !== values) here.dispose();
  return made;
}

function fromElements(dtype: DType, values: unknown, shape: Shape | undefined, stream: StreamCore): NDArray {
  dtypeInfo(dtype);
  const elements = toElements(dtype, values, "the values");
  const made = allocateArray(stream, dtype, toShape(shape ?? [elementCount(dtype, elements)]));
  writeBytes(objectOf(made).storage, 0, bytesOf(elements), stream);
  return made;
}

/** A vector of numbers that are computed here. */
export function fromNumbers<D extends DType>(
  length: number,
  valueAt: (index: number) => number,
  options: ArrayOptions<D>,
): NDArray<D> {
  const dtype = (options.dtype ?? "float32") as D;
  const { TypedArray, byteLength, kind } = dtypeInfo(dtype);
  const stream = streamFor(options);
  const isPlain =
    kind === "float" ? byteLength >= 4 : kind !== "complex" && kind !== "bool" && byteLength < 8;
  if (!isPlain) {
    const whole = (value: number): number =>
      kind === "float" || kind === "complex" ? value : Math.trunc(value);
    const values = Array.from({ length }, (_, index) => whole(valueAt(index)));
    return fromElements(dtype, values, undefined, stream) as NDArray<D>;
  }
  const elements = new TypedArray(length) as unknown as Float64Array;
  for (let index = 0; index < length; index++) elements[index] = valueAt(index);
  return fromElements(dtype, elements, undefined, stream) as NDArray<D>;
}

function streamFor(options: ArrayOptions): StreamCore {
  return currentStream(options.device === undefined ? undefined : toDevice(options.device));
}

function dtypeOfValues(values: readonly ScalarValue[]): DType {
  let found: DType | undefined;
  for (const value of values) {
    const own = dtypeOfValue(value);
    if (found === undefined || (found === "float32" && own === "complex64")) found = own;
    else if (own !== found && !(found === "complex64" && own === "float32")) {
      throw new ArgumentTypeError(
        "CUTS_MIXED_VALUES",
        `Cannot choose a dtype: the values must be of one kind (got ${formatValue(values[0])} and ${formatValue(value)})` +
          '\nTry: { dtype: "float32" }',
      );
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
