// New arrays from values or from a shape. The default dtype is float32. Values can imply another: bigints give int64, booleans
// bool, and complex numbers complex64.

import {
  type Complex,
  type DType,
  type DTypeOf,
  dtypeInfo,
  dtypeOf,
  isTypedArray,
  type TypedArray,
} from "../core/dtype.js";
import { isComplex } from "../core/dtype-value.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { type Shape, sizeOf, toShape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { toDevice } from "../runtime/devices/devices.js";
import {
  bytesOf,
  type ElementValue,
  listsToElements,
  refuseDetached,
  toElements,
} from "../runtime/memory/element-data.js";
import { writeNew } from "../runtime/memory/storage-bytes.js";
import { fill, set } from "./access.js";
import { alias } from "./alias.js";
import { makeView } from "./allocate.js";
import {
  allocateFor,
  arrayNames,
  type ArrayOptions,
  onStream,
  streamFor,
  type WithDType,
  type WithoutDType,
} from "./creation-options.js";
import { describeArray, isNDArray, type NDArray, usableArray } from "./ndarray.js";
import { astype, copy, to } from "./copy.js";
import { asNumbers, dtypeOfLists, dtypeOfValue, refuseLost } from "./list-values.js";
import { type NestedList, readNested, type ScalarValue, valuesOf } from "./nested.js";
import { deferred } from "./operators/deferred.js";
import { promoteScalar, promoteTypes } from "./promotion.js";
import { checkOptions, optionNames } from "../core/options.js";

/** What `array` accepts. */
export type ArrayLikeValues = NDArray | TypedArray | NestedList | ArrayList;

/** Nested lists of 0-d arrays, with plain numbers between them. */
export type ArrayList = readonly (NDArray | ScalarValue | ArrayList)[];

/** The dtype that `array` gives to values: float32 for numbers and for an empty list. */
export type DTypeOfValues<V> = [V] extends [never]
  ? "float32"
  : NestedList extends V
    ? DType
    : ArrayList extends V
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
 * A new array of nested lists, a typed array, another array, or one value. The data is copied and converted to the dtype: a
 * `Uint16Array` as float16 becomes its numbers, not its bits. For data in the dtype's own storage format (bits of 16-bit floats,
 * pairs of complex numbers), use {@link buffer} and `x.set()`.
 * @throws TypeError `CUTS_RAGGED` for lists of unequal length; TypeError, RangeError for values that do not fit the dtype.
 * @example cu.array([[1, 2], [3, 4]], { dtype: "int32" })
 */
export function array<D extends DType>(values: ArrayLikeValues, options: WithDType<D>): NDArray<NoInfer<D>>;
export function array<V extends ArrayLikeValues>(
  values: V,
  options?: WithoutDType,
): NDArray<DTypeOfValues<V>>;
export function array(values: ArrayLikeValues, options?: ArrayOptions): NDArray;
export function array(values: ArrayLikeValues, options: ArrayOptions = {}): NDArray {
  checkOptions(options, arrayNames, "make an array");
  if (isNDArray(values)) return onStream(options, () => fromArray(values, options));
  if (isTypedArray(values)) {
    const own = options.dtype ?? dtypeOf(values);
    dtypeInfo(own);
    return fromElements(own, converted(own, values), [values.length], options);
  }
  refuseOther(values);
  const nested = readNested(values as NestedList, "the values");
  if (isNDArray(nested.lists[0]?.[0])) return joined(valuesOf(nested), nested.shape, options);
  const dtype = options.dtype ?? dtypeOfLists(nested.lists);
  const lists = asNumbers(dtype, nested.lists);
  const elements = listsToElements(dtype, lists, sizeOf(nested.shape), "the values");
  return fromElements(dtype, elements, nested.shape, options);
}

/** Options of {@link asarray}. */
export interface AsarrayOptions<D extends DType = DType> extends ArrayOptions<D> {
  /** True always copies, false never does; by default, copies only if needed. */
  readonly copy?: boolean | null | undefined;
}

const asarrayNames = optionNames<AsarrayOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
  dtype: true,
  copy: true,
});

/**
 * A view of the array if it has this dtype, device and kind of memory, else a new array as by {@link array}.
 * @throws RangeError `CUTS_COPY_NEEDED` where `copy` is false, but the values must be copied.
 */
export function asarray<D extends DType>(
  values: ArrayLikeValues,
  options: WithDType<D, AsarrayOptions<D>>,
): NDArray<NoInfer<D>>;
export function asarray<V extends ArrayLikeValues>(
  values: V,
  options?: WithoutDType<AsarrayOptions>,
): NDArray<DTypeOfValues<V>>;
export function asarray(values: ArrayLikeValues, options?: AsarrayOptions): NDArray;
export function asarray(values: ArrayLikeValues, options: AsarrayOptions = {}): NDArray {
  checkOptions(options, asarrayNames, "make an array");
  const { copy: copies, ...rest } = options;
  const mustCopy = !isNDArray(values) || !isAsWanted(values, rest);
  if (mustCopy && copies === false) {
    throw new ArgumentRangeError(
      "CUTS_COPY_NEEDED",
      `Cannot make an array without a copy: only an array of the same dtype, device and memory can be taken as it is (got ${isNDArray(values) ? describeArray(values) : formatValue(values)})` +
        "\nTry: leave out copy",
    );
  }
  if (mustCopy || copies === true) return array(values, rest);
  usableArray(values, "make an array of another");
  return alias(values);
}

/** A new array with undefined contents. */
export function empty<D extends DType>(shape: number | Shape, options: WithDType<D>): NDArray<NoInfer<D>>;
export function empty(shape: number | Shape, options?: WithoutDType): NDArray<"float32">;
export function empty(shape: number | Shape, options?: ArrayOptions): NDArray;
export function empty(shape: number | Shape, options: ArrayOptions = {}): NDArray {
  checkOptions(options, arrayNames, "make an array");
  const dtype = options.dtype ?? "float32";
  dtypeInfo(dtype);
  return allocateFor(options, dtype, toShape(shape));
}

/** A new array of zeros. */
export function zeros<D extends DType>(shape: number | Shape, options: WithDType<D>): NDArray<NoInfer<D>>;
export function zeros(shape: number | Shape, options?: WithoutDType): NDArray<"float32">;
export function zeros(shape: number | Shape, options?: ArrayOptions): NDArray;
export function zeros(shape: number | Shape, options: ArrayOptions = {}): NDArray {
  return full(shape, 0, options);
}

/** A new array of ones. */
export function ones<D extends DType>(shape: number | Shape, options: WithDType<D>): NDArray<NoInfer<D>>;
export function ones(shape: number | Shape, options?: WithoutDType): NDArray<"float32">;
export function ones(shape: number | Shape, options?: ArrayOptions): NDArray;
export function ones(shape: number | Shape, options: ArrayOptions = {}): NDArray {
  return full(shape, 1, options);
}

/** A new array filled with one value; its dtype follows from the value by default, as in {@link array}. */
export function full<D extends DType>(
  shape: number | Shape,
  value: ElementValue<NoInfer<D>>,
  options: WithDType<D>,
): NDArray<NoInfer<D>>;
export function full(shape: number | Shape, value: number, options?: WithoutDType): NDArray<"float32">;
export function full<V extends bigint | boolean | Complex>(
  shape: number | Shape,
  value: V,
  options?: ArrayOptions<DTypeOfValue<V>>,
): NDArray<DTypeOfValue<V>>;
export function full(shape: number | Shape, value: ElementValue<DType>, options?: ArrayOptions): NDArray;
export function full(shape: number | Shape, value: ElementValue<DType>, options: ArrayOptions = {}): NDArray {
  checkOptions(options, arrayNames, "make an array");
  if (options.dtype === undefined) refuseLost([value], [[value]]);
  const made = empty(shape, { ...options, dtype: options.dtype ?? dtypeOfValue(value) });
  try {
    onStream(options, () => fill(made, value));
  } catch (error) {
    made.dispose();
    throw error;
  }
  return made;
}

/** The dtype for a value that is no plain number. */
export type DTypeOfValue<V> = V extends bigint ? "int64" : V extends boolean ? "bool" : "complex64";

/** A new array with the shape and dtype of another, and undefined contents. */
export function emptyLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return empty(...alike(like, options));
}

/** Zeros with the shape and dtype of another array. */
export function zerosLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return zeros(...alike(like, options));
}

/** Ones with the shape and dtype of another array. */
export function onesLike<D extends DType>(like: NDArray<D>, options: ArrayOptions<D> = {}): NDArray<D> {
  return ones(...alike(like, options));
}

/** One value with the shape and dtype of another array. */
export function fullLike<D extends DType>(
  like: NDArray<D>,
  value: ElementValue<D>,
  options: ArrayOptions<D> = {},
): NDArray<D> {
  const [shape, all] = alike(like, options);
  return full(shape, value, all);
}

/** The shape of an array, and options that make another one like it where they say nothing else. */
function alike<D extends DType>(
  like: NDArray<D>,
  options: ArrayOptions<D>,
): readonly [shape: Shape, options: WithDType<D>] {
  const { shape, dtype } = usableArray(like, "make an array like another");
  checkOptions(options, arrayNames, "make an array");
  return [shape, { ...options, dtype: options.dtype ?? dtype, device: options.device ?? like.device }];
}

/** Options of {@link eye}. */
export interface EyeOptions<D extends DType = DType> extends ArrayOptions<D> {
  /** Which diagonal; 0, the main diagonal, by default, and positive numbers above it. */
  readonly k?: number | undefined;
}

const eyeNames = optionNames<EyeOptions>({
  device: true,
  stream: true,
  memory: true,
  ipc: true,
  dtype: true,
  k: true,
});

/** Reads the arguments of {@link eye} and similar functions: the second one is the number of columns or the options. */
export function readEye<D extends DType>(
  rows: number,
  second: number | EyeOptions<D>,
  third: EyeOptions<D>,
): EyeOptions<D> & { readonly columns: number } {
  checkOptions(typeof second === "object" ? second : third, eyeNames, "make a diagonal");
  return typeof second === "object" ? { ...second, columns: rows } : { ...third, columns: second };
}

/** Ones on a diagonal, zeros elsewhere; by default as many columns as rows. */
export function eye<D extends DType>(rows: number, options: WithDType<D, EyeOptions<D>>): NDArray<NoInfer<D>>;
export function eye(rows: number, options?: WithoutDType<EyeOptions>): NDArray<"float32">;
export function eye(rows: number, options?: EyeOptions): NDArray;
export function eye<D extends DType>(
  rows: number,
  columns: number | undefined,
  options: WithDType<D, EyeOptions<D>>,
): NDArray<NoInfer<D>>;
export function eye(rows: number, columns?: number, options?: WithoutDType<EyeOptions>): NDArray<"float32">;
export function eye(rows: number, columns?: number, options?: EyeOptions): NDArray;
export function eye(rows: number, second: number | EyeOptions = rows, third: EyeOptions = {}): NDArray {
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
    onStream(rest, () => fill(diagonal, 1));
  }
  return made;
}

function isAsWanted({ dtype, storage }: NDArray, options: ArrayOptions): boolean {
  const { dtype: wanted = dtype, device = storage.device, memory = storage.kind, ipc = false } = options;
  return wanted === dtype && toDevice(device) === storage.device && memory === storage.kind && !ipc;
}

function fromArray(values: NDArray, options: ArrayOptions): NDArray {
  const here = options.device === undefined ? values : to(values, options.device);
  const made = copyAs(here, options);
  if (here !== values) here.dispose();
  return made;
}

function copyAs(values: NDArray, options: ArrayOptions): NDArray {
  const { dtype = values.dtype, memory = "device", ipc = false } = options;
  if (memory === "device" && !ipc) return dtype === values.dtype ? copy(values) : astype(values, dtype);
  const made = allocateFor({ device: values.device, memory, ipc }, dtype, values.shape);
  set(made, values);
  return made;
}

/** Arrays without axes, and plain numbers between them, as one array. */
function joined(
  values: readonly (ScalarValue | NDArray)[],
  shape: readonly number[],
  options: ArrayOptions,
): NDArray {
  const refused = values.find((one) => isNDArray(one) && one.ndim > 0) as NDArray | undefined;
  if (refused !== undefined) {
    throw new ArgumentTypeError(
      "CUTS_NESTED_ARRAY",
      `Cannot make an array of arrays: those in lists must have no axes (got ${describeArray(refused)})` +
        "\nTry: cu.stack(arrays)",
    );
  }
  const arrays = values.filter(isNDArray);
  let dtype = (arrays[0] as NDArray).dtype;
  for (const one of values)
    dtype = isNDArray(one) ? promoteTypes(dtype, one.dtype) : promoteScalar(dtype, one);
  const { device } = arrays[0] as NDArray;
  const parts = values.map((one) => {
    using own = isNDArray(one) ? astype(one, dtype) : array(one, { dtype, device });
    return own.reshape(1);
  });
  using vector = deferred.concatenate(parts, 0);
  for (const one of parts) one.dispose();
  using whole = vector.reshape(...shape);
  return asarray(whole, options);
}

function fromElements(dtype: DType, elements: TypedArray, shape: Shape, options: ArrayOptions): NDArray {
  const stream = streamFor(options);
  const made = allocateFor(options, dtype, toShape(shape), stream, true);
  writeNew(made.storage, bytesOf(elements), stream);
  return made;
}

/** The numbers of a typed array as elements of a dtype. As booleans, all are true but 0, as `astype` has it. */
function converted(dtype: DType, values: TypedArray): TypedArray {
  if (dtypeOf(values) === dtype) return toElements(dtype, values, "the values");
  refuseDetached(values, "the values");
  if (dtype !== "bool") return listsToElements(dtype, [values], values.length, "the values");
  return Uint8Array.from(values as ArrayLike<number | bigint>, (value) => (Number(value) === 0 ? 0 : 1));
}

/** Throws for objects that hold values in ways that are not read. */
function refuseOther(values: unknown): void {
  if (typeof values !== "object" || Array.isArray(values) || isComplex(values)) return;
  throw new ArgumentTypeError(
    "CUTS_DATA",
    `Cannot make an array: the values must be lists, a typed array, an array or one value (got ${formatValue(values)})` +
      "\nTry: Array.from(values), or new Uint8Array(buffer)",
  );
}
