// Signatures at compile time: how many arrays a function takes and gives, and of which dtypes. What signature.ts refuses at
// run time is not told here; a signature that is not a literal gives loose types.

import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { Scalar } from "../promotion.js";

/** The inputs that a signature asks for. */
export type CustomInputs<S extends string> = string extends S
  ? readonly (NDArray | Scalar)[]
  : S extends `${infer In}->${string}`
    ? Trim<In> extends ""
      ? readonly []
      : InputList<Parts<In>>
    : readonly (NDArray | Scalar)[];

/** A list, which TypeScript does not see that {@link CustomInputs} always is. */
export type AsList<T> = T extends readonly unknown[] ? T : never;

type InputList<P extends readonly string[]> = P extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? readonly [InputOf<Words<Trim<First>>>, ...InputList<Rest>]
  : readonly [];

/** What a function gives for inputs of some types: an array, or a tuple of arrays. */
export type CustomResult<S extends string, A extends readonly unknown[]> = string extends S
  ? NDArray
  : S extends `${infer In}->${infer Out}`
    ? Results<Parts<Out>, Parts<In>, A>
    : NDArray;

/** The dtypes of types with a name of their own in C or CUDA. */
interface NamedTypes extends Record<DType, DType> {
  bool: "bool";
  int8: "int8";
  uint8: "uint8";
  int16: "int16";
  uint16: "uint16";
  int32: "int32";
  uint32: "uint32";
  int64: "int64";
  uint64: "uint64";
  float16: "float16";
  bfloat16: "bfloat16";
  float32: "float32";
  float64: "float64";
  complex64: "complex64";
  complex128: "complex128";
}

interface CTypes extends NamedTypes {
  float: "float32";
  double: "float64";
  int: "int32";
  unsigned: "uint32";
  "unsigned int": "uint32";
  short: "int16";
  "unsigned short": "uint16";
  "signed char": "int8";
  "unsigned char": "uint8";
  "long long": "int64";
  "unsigned long long": "uint64";
  int8_t: "int8";
  uint8_t: "uint8";
  int16_t: "int16";
  uint16_t: "uint16";
  int32_t: "int32";
  uint32_t: "uint32";
  int64_t: "int64";
  uint64_t: "uint64";
  _Float16: "float16";
  __half: "float16";
  __bf16: "bfloat16";
  __nv_bfloat16: "bfloat16";
  "complex<float>": "complex64";
  "complex<double>": "complex128";
}

type Trim<S extends string> = S extends ` ${infer R}` | `\n${infer R}`
  ? Trim<R>
  : S extends `${infer R} ` | `${infer R}\n`
    ? Trim<R>
    : S;
type Parts<S extends string> = S extends `${infer A},${infer B}` ? [A, ...Parts<B>] : [S];
type Words<S extends string> = S extends `${infer A} ${infer B}` ? [A, ...Words<Trim<B>>] : [S];
type Join<W extends readonly string[]> = W extends readonly [
  infer A extends string,
  ...infer R extends readonly string[],
]
  ? R extends readonly []
    ? A
    : `${A} ${Join<R>}`
  : "";
/** The type of a parameter: its words without `raw` and the name. */
type TypeText<W extends readonly string[]> = W extends readonly ["raw", ...infer R extends readonly string[]]
  ? TypeText<R>
  : W extends readonly [...infer T extends readonly string[], string]
    ? Join<T>
    : "";

type InputOf<W extends readonly string[]> = W[0] extends "raw"
  ? ArrayOf<TypeText<W>>
  : ArrayOf<TypeText<W>> | Scalar;
type ArrayOf<T extends string> = T extends keyof CTypes ? NDArray<CTypes[T]> : NDArray;

type Results<
  Out extends readonly string[],
  In extends readonly string[],
  A extends readonly unknown[],
> = Out extends readonly [infer One extends string]
  ? ResultOfOne<TypeText<Words<Trim<One>>>, In, A>
  : { readonly [K in keyof Out]: ResultOfOne<TypeText<Words<Trim<Out[K] & string>>>, In, A> };
type ResultOfOne<
  T extends string,
  In extends readonly string[],
  A extends readonly unknown[],
> = T extends keyof CTypes ? NDArray<CTypes[T]> : NDArray<Bound<T, In, A>>;
/** The dtype of the first array whose type is the letter. */
type Bound<
  T extends string,
  In extends readonly string[],
  A extends readonly unknown[],
> = In extends readonly [infer One extends string, ...infer Rest extends readonly string[]]
  ? A extends readonly [infer First, ...infer Others]
    ? TypeText<Words<Trim<One>>> extends T
      ? First extends NDArray<infer D>
        ? D
        : Bound<T, Rest, Others>
      : Bound<T, Rest, Others>
    : DType
  : DType;
