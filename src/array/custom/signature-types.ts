// Signatures at compile time: how many arrays a function takes and returns, and their dtypes. C types are parsed by the type-level
// parser of cdecl. signature.ts makes all other checks, at run time. A signature that is not a literal gives loose types.

import type { ScalarNode } from "../../cdecl/types/nodes.js";
import type { NoTypes } from "../../cdecl/types/known-types.js";
import type { ParseSpecifiers, Specified } from "../../cdecl/types/parse-parameter.js";
import type { SplitList, Tokens } from "../../cdecl/types/text.js";
import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type { Scalar } from "../promotion.js";

/** The inputs of a signature. */
export type CustomInputs<S extends string> = string extends S
  ? readonly (NDArray | Scalar)[]
  : S extends `${infer In}->${string}`
    ? Tokens<In> extends ""
      ? readonly []
      : InputList<SplitList<Tokens<In>>>
    : readonly (NDArray | Scalar)[];

/** The same type, constrained to a list, because TypeScript cannot see that {@link CustomInputs} always is one. */
export type AsList<T> = T extends readonly unknown[] ? T : never;

/** The result of a function for given input types: an array or a tuple of arrays. */
export type CustomResult<S extends string, A extends readonly unknown[]> = string extends S
  ? NDArray
  : S extends `${infer In}->${infer Out}`
    ? Results<SplitList<Tokens<Out>>, SplitList<Tokens<In>>, A>
    : NDArray;

type InputList<P extends readonly string[]> = P extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? readonly [InputOf<First>, ...InputList<Rest>]
  : readonly [];

/** A raw input is an array; any other may be a number. `P` is a parameter as tokens. */
type InputOf<P extends string> = P extends `raw ${infer Rest}` ? ArrayOf<Rest> : ArrayOf<P> | Scalar;

type ArrayOf<P extends string> = [DTypeOf<P>] extends [never] ? NDArray : NDArray<DTypeOf<P>>;

/** The dtype that a parameter names; `never` where calls decide. */
type DTypeOf<P extends string> = P extends `${infer D extends DType} ${string}`
  ? D
  : P extends `complex < ${infer Part extends keyof ComplexTypes} > ${string}`
    ? ComplexTypes[Part]
    : ParseSpecifiers<P, NoTypes> extends Specified<ScalarNode<infer S>, boolean, boolean, string>
      ? Extract<S, DType>
      : never;

interface ComplexTypes {
  float: "complex64";
  double: "complex128";
}

type Results<
  Out extends readonly string[],
  In extends readonly string[],
  A extends readonly unknown[],
> = Out extends readonly [infer One extends string]
  ? ResultOf<One, In, A>
  : { readonly [K in keyof Out]: ResultOf<Out[K] & string, In, A> };

type ResultOf<P extends string, In extends readonly string[], A extends readonly unknown[]> = [
  DTypeOf<P>,
] extends [never]
  ? NDArray<Bound<Letter<P>, In, A>>
  : NDArray<DTypeOf<P>>;

/** The first word of a parameter behind `raw`. */
type Letter<P extends string> = P extends `raw ${infer Rest}`
  ? Letter<Rest>
  : P extends `${infer Word} ${string}`
    ? Word
    : never;

/** The dtype of the first array whose type is the letter. */
type Bound<
  T extends string,
  In extends readonly string[],
  A extends readonly unknown[],
> = In extends readonly [infer One extends string, ...infer Rest extends readonly string[]]
  ? A extends readonly [infer First, ...infer Others]
    ? Letter<One> extends T
      ? First extends NDArray<infer D>
        ? D
        : Bound<T, Rest, Others>
      : Bound<T, Rest, Others>
    : DType
  : DType;
