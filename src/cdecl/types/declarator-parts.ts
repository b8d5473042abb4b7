// The parts of a declarator that contain no declarations: the words after a star, the length in brackets, and where a group begins
// and ends. Whole declarators, which may contain parameters, are parsed by parse-parameter.ts.

import type { ConstWord, SilentWord } from "../words.js";
import type { KnownTypes } from "./known-types.js";
import type { ParseLength } from "./length-expression.js";
import type { Star } from "./modifier.js";
import type { IsTypeName } from "./named-type.js";
import type { IsName } from "./text.js";

/** [star, rest]: the star before `S`, with the words that qualify it. */
export type Qualifiers<
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

/** Whether a `(` groups, as in `(*f)` and `(name)`, or begins parameters; `S` is the text after it. */
export type BeginsGroup<
  S extends string,
  K extends KnownTypes,
  Place,
> = S extends `${infer Token} ${infer Rest}`
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

/** The length in the tokens between brackets, or an error. */
export type ArrayLength<S extends string, K extends KnownTypes> = S extends "" | "* "
  ? "open"
  : K["language"] extends "cuda"
    ? "open"
    : ParseLength<S, K["constants"]>;

/** Removes the keywords that C allows before a length. */
export type WithoutArrayWords<S extends string> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "static" | ConstWord | SilentWord
    ? WithoutArrayWords<Rest>
    : S
  : S;

/** Splits tokens at the `)` that closes a group; `S` begins after its `(`. */
export type CloseGroup<
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
