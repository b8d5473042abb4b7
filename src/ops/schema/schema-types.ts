// Schemas at compile time: what an operator takes and gives. What schema.ts refuses at run time is not told here; a schema that
// is not a literal gives loose types.

import type { Replace, SplitList, Tokens } from "../../cdecl/types/text.js";
import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../../array/ndarray.js";

/** The arguments of an operator, whose Tensors without a dtype are of `D`. */
export type SchemaArguments<S extends string, D extends DType> = string extends S
  ? readonly unknown[]
  : Tokens<JoinChoices<Head<S>>> extends `( ${infer Body}) `
    ? Body extends ""
      ? []
      : ArgumentList<SplitList<Body>, D>
    : readonly unknown[];

/** What an operator gives. */
export type SchemaValue<S extends string, D extends DType> = string extends S
  ? NDArray
  : S extends `${string}->${infer Out}`
    ? Tokens<Out> extends `( ${infer Body}) `
      ? Body extends ""
        ? undefined
        : ValueList<SplitList<Body>, D>
      : ValueOf<Tokens<Out>, D>
    : NDArray;

/** What stands before the arrow. */
type Head<S extends string> = S extends `${infer In}->${string}` ? In : S;

/** `"sum" | "mean"` without the spaces, so that it is one token. */
type JoinChoices<S extends string> = Replace<Replace<S, " |", "|">, "| ", "|">;

type ArgumentList<
  P extends readonly string[],
  D extends DType,
  Done extends readonly unknown[] = [],
> = P extends readonly [infer One extends string, ...infer Rest extends readonly string[]]
  ? One extends `${infer Declared}= ${string}`
    ? ArgumentList<Rest, D, [...Done, ParameterOf<Declared, D>?]>
    : IsOptional<One> extends true
      ? ArgumentList<Rest, D, [...Done, ParameterOf<One, D>?]>
      : ArgumentList<Rest, D, [...Done, ParameterOf<One, D>]>
  : Done;

type IsOptional<P extends string> = TypeText<P> extends `${string}?${string}` ? true : false;

type ParameterOf<P extends string, D extends DType> = ArgumentOf<TypeText<P>, D>;

/** The tokens of a parameter but for the last, which is its name. */
type TypeText<P extends string, Done extends string = ""> = P extends `${infer Token} ${infer Rest}`
  ? Rest extends ""
    ? Done
    : TypeText<Rest, `${Done}${Token} `>
  : Done;

type ArgumentOf<T extends string, D extends DType> = T extends `${infer Inner}[ ] `
  ? readonly ArgumentOf<Inner, D>[]
  : T extends `${infer Inner}? `
    ? ArgumentOf<`${Inner} `, D> | null | undefined
    : T extends `Tensor < ${infer E extends DType} > ${string}`
      ? NDArray<E>
      : T extends `Tensor ${string}`
        ? NDArray<D>
        : T extends "int " | "float "
          ? number
          : T extends "bool "
            ? boolean
            : T extends "str "
              ? string
              : T extends `"${string}" `
                ? ChoiceOf<T>
                : unknown;

type ChoiceOf<T extends string> = T extends `"${infer One}"|${infer Rest}`
  ? One | ChoiceOf<Rest>
  : T extends `"${infer One}" `
    ? One
    : never;

type ValueList<
  P extends readonly string[],
  D extends DType,
  Done extends readonly unknown[] = [],
> = P extends readonly [infer One extends string, ...infer Rest extends readonly string[]]
  ? ValueList<Rest, D, [...Done, ValueOf<One, D>]>
  : Readonly<Done>;

type ValueOf<
  T extends string,
  D extends DType,
> = T extends `Tensor < ${infer E extends DType} > ${infer Rest}`
  ? Listed<NDArray<E>, Rest>
  : T extends `Tensor ${infer Rest}`
    ? Listed<NDArray<D>, Rest>
    : NDArray;

type Listed<T, Rest extends string> = Rest extends `${string}[ ] ${string}` ? readonly T[] : T;
