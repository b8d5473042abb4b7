// Schemas at compile time: the argument and result types of an operator. A word that is no schema type becomes a type that says
// so, which the compiler shows in its error. schema.ts makes all other checks, at run time. A schema that is not a literal gives
// loose types.

import type { Replace, SplitList, Tokens } from "../../cdecl/types/text.js";
import type { DType } from "../../core/dtype.js";
import type { NDArray } from "../../array/ndarray.js";

/** The arguments of an operator; Tensors without a dtype have the dtype `D`. */
export type SchemaArguments<S extends string, D extends DType> =
  ParametersIn<S> extends infer P extends readonly string[]
    ? number extends P["length"]
      ? readonly unknown[]
      : ArgumentList<P, D>
    : never;

/** The arguments as implementations receive them, with defaults filled in. */
export type SchemaInputs<S extends string, D extends DType> =
  ParametersIn<S> extends infer P extends readonly string[]
    ? number extends P["length"]
      ? readonly unknown[]
      : InputList<P, D>
    : never;

/** The parameters of a schema as texts of tokens; `readonly string[]` where they are not known. */
type ParametersIn<S extends string> = string extends S
  ? readonly string[]
  : Tokens<JoinChoices<Head<S>>> extends `( ${infer Body}) `
    ? Body extends ""
      ? []
      : SplitList<Body>
    : readonly string[];

/** The result of an operator. */
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

type InputList<
  P extends readonly string[],
  D extends DType,
  Done extends readonly unknown[] = [],
> = P extends readonly [infer One extends string, ...infer Rest extends readonly string[]]
  ? InputList<Rest, D, [...Done, ParameterOf<One extends `${infer Declared}= ${string}` ? Declared : One, D>]>
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
    ? ArgumentOf<Inner extends `${string} ` ? Inner : `${Inner} `, D> | null | undefined
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
                : NoType<T>;

/** The type that compiler errors show for a word that is no schema type. */
type NoType<T extends string> = T extends `${infer Word} ${string}`
  ? `${Word} is no type of a schema: it must be Tensor, int, float, bool, str or strings such as "sum"|"mean"`
  : "a parameter of a schema must have a type and a name, such as Tensor a";

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
    : T extends `${infer Word} ${string}`
      ? `${Word} is no result of a schema: it must be Tensor`
      : NDArray;

type Listed<T, Rest extends string> = Rest extends `${string}[ ] ${string}` ? readonly T[] : T;
