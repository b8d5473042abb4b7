// Declarators from their tokens: the part of a declaration around its name, `*p`, `a[n]`, `(*f)(int)`, `(*ops[4])(int)`.
// What stands around the name is a list of modifiers, farthest from the name first, which is the order in which
// build-type.ts puts them on the type.

import type { LengthExpression, Parameter } from "../ast.js";
import type { ConstWord, SilentWord } from "../words.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { ParseLength } from "./length-expression.js";
import type { IsTypeName } from "./named-type.js";
import type { ParseParameters } from "./parse-parameters.js";
import type { IsName } from "./text.js";

/** A star, and whether `const` or `__device__` stands behind it. */
export interface Star<IsConst extends boolean = boolean, Device extends boolean = boolean> {
  readonly kind: "pointer";
  readonly readonly: IsConst;
  readonly device: Device;
}

/** Brackets; their length is `open` where none is given, and in CUDA source, where it means nothing to a caller. */
export interface Brackets<Length extends LengthExpression | "open" = LengthExpression | "open"> {
  readonly kind: "array";
  readonly length: Length;
}

/** A parameter list. */
export interface ParameterList<List extends readonly Parameter[] = readonly Parameter[]> {
  readonly kind: "function";
  readonly parameters: List;
}

/** One step around a name. */
export type Modifier = Star | Brackets | ParameterList;

/**
 * [name, modifiers, rest] of the declarator at the start of `S`, or an error; the name is "" where there is none. At
 * the `top` of a declaration `(x` begins a parameter list.
 */
export type ParseDeclarator<
  S extends string,
  K extends KnownTypes,
  Place extends "top" | "inside" = "inside",
  Stars extends readonly Star[] = [],
> = S extends `* ${infer Rest}`
  ? Qualifiers<Rest> extends [infer One extends Star, infer After extends string]
    ? ParseDeclarator<After, K, Place, [...Stars, One]>
    : never
  : S extends `${infer Token} ${infer Rest}`
    ? Token extends "("
      ? BeginsGroup<Rest, K, Place> extends true
        ? ParseDeclarator<Rest, K> extends infer Inner
          ? Inner extends [infer Name extends string, infer List extends readonly Modifier[], infer After]
            ? After extends `) ${infer Behind}`
              ? Suffixes<Behind, K, Name, Stars, [], List>
              : DeclarationTypeError<"Cannot read '(': it is not closed">
            : Inner
          : never
        : Suffixes<S, K, "", Stars, [], []>
      : IsName<Token> extends true
        ? Suffixes<Rest, K, Token, Stars, [], []>
        : Token extends "[" | ")" | "," | ";" | "="
          ? Suffixes<S, K, "", Stars, [], []>
          : Token extends "&"
            ? DeclarationTypeError<"Cannot read '&': a reference has no C counterpart; use a pointer">
            : DeclarationTypeError<`Cannot read '${Token}': a name must stand here`>
    : ["", Stars, ""];

type Qualifiers<
  S extends string,
  IsConst extends boolean = false,
  Device extends boolean = false,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends ConstWord
    ? Qualifiers<Rest, true, Device>
    : Token extends "__device__"
      ? Qualifiers<Rest, IsConst, true>
      : Token extends SilentWord
        ? Qualifiers<Rest, IsConst, Device>
        : [Star<IsConst, Device>, S]
  : [Star<IsConst, Device>, S];

/** Whether a `(` groups, as in `(*f)` and `(name)`, or begins parameters; `S` is what stands behind it. */
type BeginsGroup<S extends string, K extends KnownTypes, Place> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "*" | "(" | "[" | "&"
    ? true
    : IsName<Token> extends true
      ? IsTypeName<Token, K> extends true
        ? false
        : Place extends "top"
          ? Rest extends `) ( ${string}`
            ? true
            : false
          : Rest extends `${")" | "[" | "("} ${string}`
            ? true
            : false
      : false
  : false;

/** `Near` are the suffixes read so far, `Inner` the modifiers inside of parentheses. */
type Suffixes<
  S extends string,
  K extends KnownTypes,
  Name extends string,
  Stars extends readonly Star[],
  Near extends readonly Modifier[],
  Inner extends readonly Modifier[],
> = S extends `[ ${infer Rest}`
  ? Rest extends `${infer Inside}] ${infer After}`
    ? Length<WithoutArrayWords<Inside>, K> extends infer Found
      ? Found extends LengthExpression | "open"
        ? Suffixes<After, K, Name, Stars, [Brackets<Found>, ...Near], Inner>
        : Found
      : never
    : DeclarationTypeError<`Cannot read the array '${Name}': a ']' is missing`>
  : S extends `( ${infer Rest}`
    ? CloseGroup<Rest> extends [infer Inside extends string, infer After extends string]
      ? ParseParameters<Inside, K> extends infer List
        ? List extends readonly Parameter[]
          ? Suffixes<After, K, Name, Stars, [ParameterList<List>, ...Near], Inner>
          : List
        : never
      : DeclarationTypeError<"Cannot read a parameter list: the ')' that closes it is missing">
    : [Name, [...Stars, ...Near, ...Inner], S];

type Length<S extends string, K extends KnownTypes> = S extends "" | "* "
  ? "open"
  : K["language"] extends "cuda"
    ? "open"
    : ParseLength<S, K["constants"]>;

type WithoutArrayWords<S extends string> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "static" | ConstWord | SilentWord
    ? WithoutArrayWords<Rest>
    : S
  : S;

/** Splits tokens at the `)` that closes a group; `S` begins behind its `(`. */
type CloseGroup<
  S extends string,
  Done extends string = "",
  Open extends 0[] = [],
> = S extends `${infer Head}) ${infer Tail}`
  ? [...Open, ...Opened<Head>] extends [0, ...infer Left extends 0[]]
    ? CloseGroup<Tail, `${Done}${Head}) `, Left>
    : [`${Done}${Head}`, Tail]
  : undefined;

type Opened<S extends string, Done extends 0[] = []> = S extends `${string}( ${infer Rest}`
  ? Opened<Rest, [...Done, 0]>
  : Done;
