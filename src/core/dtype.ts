// The element types of arrays: one table, from which sizes, C and CUDA spellings, typed arrays and the type-level
// maps are read. It knows storage only: converting and checking single values is dtype-value.ts.
// float16 and bfloat16 are stored as raw bits in a Uint16Array and bool as 0 or 1 in a Uint8Array, so a typed array
// alone does not tell the dtype; complex numbers are interleaved (re, im) pairs.

import { ArgumentTypeError } from "./errors.js";
import { formatValue, suggest } from "./text.js";
import { typedArrayName } from "./view-facts.js";

/** The name of an element type. */
export type DType =
  | "bool"
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float16"
  | "bfloat16"
  | "float32"
  | "float64"
  | "complex64"
  | "complex128";

/** What sort of number a dtype holds. */
export type DTypeKind = "bool" | "int" | "uint" | "float" | "complex";

/** One complex number. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

interface Storage {
  bool: Uint8Array;
  int8: Int8Array;
  uint8: Uint8Array;
  int16: Int16Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  int64: BigInt64Array;
  uint64: BigUint64Array;
  float16: Uint16Array;
  bfloat16: Uint16Array;
  float32: Float32Array;
  float64: Float64Array;
  complex64: Float32Array;
  complex128: Float64Array;
}

/** Any of JavaScript's typed arrays (a `DataView` is none). */
export type TypedArray = Storage[DType] | Uint8ClampedArray;

/** The typed array that stores elements of dtype `D`. */
export type TypedArrayOf<D extends DType> = Storage[D];

/** What one element of dtype `D` is in JavaScript. */
export type ElementOf<D extends DType> = D extends "bool"
  ? boolean
  : D extends "int64" | "uint64"
    ? bigint
    : D extends "complex64" | "complex128"
      ? Complex
      : number;

/** The dtype a typed array has when nothing else is said: the result type of {@link dtypeOf}. */
export type DTypeOf<T extends TypedArray> = T extends Uint8Array | Uint8ClampedArray
  ? "uint8"
  : T extends Uint16Array
    ? "uint16"
    : T extends Float32Array
      ? "float32"
      : T extends Float64Array
        ? "float64"
        : { [D in DType]: T extends Storage[D] ? D : never }[DType];

/** A constructor of the typed array that stores dtype `D`. */
export interface TypedArrayConstructor<D extends DType = DType> {
  readonly BYTES_PER_ELEMENT: number;
  readonly name: string;
  new (length: number): TypedArrayOf<D>;
  new (values: Iterable<number> & Iterable<bigint>): TypedArrayOf<D>;
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): TypedArrayOf<D>;
}

/** What is known about one dtype. */
export interface DTypeInfo<D extends DType = DType> {
  readonly name: D;
  readonly kind: DTypeKind;
  /** Bytes of one element. */
  readonly byteLength: number;
  /** Typed-array slots of one element: 2 for complex numbers, else 1. */
  readonly lanes: 1 | 2;
  /** The C spelling, `int64_t`. */
  readonly cName: string;
  /** The CUDA C++ spelling, `__half`. */
  readonly cudaName: string;
  readonly TypedArray: TypedArrayConstructor<D>;
}

/** Every dtype, in order of definition. */
export const dtypes: { readonly [D in DType]: DTypeInfo<D> } = {
  bool: row("bool", "bool", 1, "bool", "bool", Uint8Array),
  int8: row("int8", "int", 1, "int8_t", "signed char", Int8Array),
  uint8: row("uint8", "uint", 1, "uint8_t", "unsigned char", Uint8Array),
  int16: row("int16", "int", 2, "int16_t", "short", Int16Array),
  uint16: row("uint16", "uint", 2, "uint16_t", "unsigned short", Uint16Array),
  int32: row("int32", "int", 4, "int32_t", "int", Int32Array),
  uint32: row("uint32", "uint", 4, "uint32_t", "unsigned int", Uint32Array),
  int64: row("int64", "int", 8, "int64_t", "long long", BigInt64Array),
  uint64: row("uint64", "uint", 8, "uint64_t", "unsigned long long", BigUint64Array),
  float16: row("float16", "float", 2, "_Float16", "__half", Uint16Array),
  bfloat16: row("bfloat16", "float", 2, "__bf16", "__nv_bfloat16", Uint16Array),
  float32: row("float32", "float", 4, "float", "float", Float32Array),
  float64: row("float64", "float", 8, "double", "double", Float64Array),
  complex64: row("complex64", "complex", 8, "float _Complex", "float2", Float32Array),
  complex128: row("complex128", "complex", 16, "double _Complex", "double2", Float64Array),
};

/** The names of all dtypes. */
export const dtypeNames = Object.keys(dtypes) as readonly DType[];

/** Whether `name` is a dtype. */
export function isDType(name: unknown): name is DType {
  return typeof name === "string" && Object.hasOwn(dtypes, name);
}

/**
 * The table row of a dtype name that comes from a user.
 * @throws TypeError `CUTS_UNKNOWN_DTYPE`, with the nearest name.
 */
export function dtypeInfo<D extends DType>(name: D): DTypeInfo<D> {
  if (isDType(name)) return dtypes[name];
  const nearest = typeof name === "string" ? suggest(name, dtypeNames) : undefined;
  throw new ArgumentTypeError(
    "CUTS_UNKNOWN_DTYPE",
    `Cannot use this dtype: it must be one of ${dtypeNames.join(", ")} (got ${formatValue(name)})` +
      (nearest === undefined ? "" : `\nTry: "${nearest}"`),
  );
}

/** Whether `value` is a typed array; a `DataView` is not, nor is a Proxy. */
export function isTypedArray(value: unknown): value is TypedArray {
  return typedArrayName(value) !== undefined;
}

const dtypeByTag: Readonly<Record<string, DType>> = {
  Int8Array: "int8",
  Uint8Array: "uint8",
  Uint8ClampedArray: "uint8",
  Int16Array: "int16",
  Uint16Array: "uint16",
  Int32Array: "int32",
  Uint32Array: "uint32",
  BigInt64Array: "int64",
  BigUint64Array: "uint64",
  Float16Array: "float16",
  Float32Array: "float32",
  Float64Array: "float64",
};

/**
 * The dtype of a typed array taken at face value: a `Uint16Array` is uint16, although it may be meant as float16.
 * Subclasses such as `Buffer` count as what they extend.
 */
export function dtypeOf<T extends TypedArray>(array: T): DTypeOf<T> {
  const name = typedArrayName(array);
  const dtype = name === undefined ? undefined : dtypeByTag[name];
  if (dtype === undefined) throw new Error(`internal: unknown typed array ${name}`);
  return dtype as DTypeOf<T>;
}

/** Whether `array` has the storage of `dtype`: a `Uint16Array` stores uint16, float16 and bfloat16. */
export function canStore<D extends DType>(dtype: D, array: TypedArray): array is TypedArrayOf<D> {
  const actual = dtypeOf(array);
  return actual === dtype || dtypes[actual].TypedArray === dtypes[dtype].TypedArray;
}

function row<D extends DType>(
  name: D,
  kind: DTypeKind,
  byteLength: number,
  cName: string,
  cudaName: string,
  TypedArray: unknown,
): DTypeInfo<D> {
  // The built-in constructors are overloaded more widely than TypedArrayConstructor says; the row test compares them.
  return {
    name,
    kind,
    byteLength,
    lanes: kind === "complex" ? 2 : 1,
    cName,
    cudaName,
    TypedArray: TypedArray as TypedArrayConstructor<D>,
  };
}
