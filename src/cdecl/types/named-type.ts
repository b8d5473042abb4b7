// A type that one name stands for: a typedef, a struct or enum, `size_t`, `float4`; in CUDA source also anything else,
// which is then looked up among the typedefs and macros of the source and is opaque when it is none.

import type { CType, Parameter } from "../ast.js";
import type { NamedHandles } from "../handles.js";
import type { NamedScalars } from "../scalars.js";
import type { TagWord } from "../words.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { EnumNode, OpaqueNode, PointerNode, ScalarNode, StructNode } from "./nodes.js";
import type { ParseParameter } from "./parse-parameter.js";
import type { AfterLast, IsName, Replace, Tokens } from "./text.js";
import type { VectorOf } from "./vector-words.js";

/** The type that `Token`, and where needed the tokens behind it, name: [type, rest], or an error. */
export type NamedType<Token extends string, Rest extends string, K extends KnownTypes> = Token extends TagWord
  ? TaggedType<Token, Rest, K>
  : Token extends keyof K["typedefs"]
    ? [K["typedefs"][Token], Rest]
    : Token extends keyof K["structs"]
      ? [StructNode<Token>, Rest]
      : Token extends K["enums"]
        ? [EnumNode<Token>, Rest]
        : BuiltIn<WithoutStd<Token>> extends infer Found
          ? Found extends CType
            ? [Found, Rest]
            : K["language"] extends "cuda"
              ? SourceType<Token, Rest, K>
              : NotAType<Token>
          : never;

/** Whether a name stands for a type without looking into a source. */
export type IsTypeName<Token extends string, K extends KnownTypes> = Token extends
  | keyof K["typedefs"]
  | keyof K["structs"]
  | K["enums"]
  ? true
  : BuiltIn<WithoutStd<Token>> extends CType
    ? true
    : false;

/** The error for what is not a type. It is conditional so that the compiler prints the error and not this name. */
export type NotAType<S extends string> = S extends `${infer Trimmed} `
  ? DeclarationTypeError<`Cannot read '${Trimmed}': not a C type`>
  : DeclarationTypeError<`Cannot read '${S}': not a C type`>;

type TaggedType<
  Word extends string,
  Rest extends string,
  K extends KnownTypes,
> = Rest extends `${infer Tag} ${infer After}`
  ? IsName<Tag> extends true
    ? K["language"] extends "cuda"
      ? Opaque<Tag, After>
      : Word extends "struct"
        ? [StructNode<Tag>, After]
        : Word extends "enum"
          ? [EnumNode<Tag>, After]
          : NotAType<`${Word} ${Tag}`>
    : DeclarationTypeError<`Cannot read '${Word}': its name is missing`>
  : DeclarationTypeError<`Cannot read '${Word}': its name is missing`>;

type BuiltIn<Name extends string> = Name extends keyof NamedScalars
  ? ScalarNode<NamedScalars[Name]>
  : Name extends keyof NamedHandles
    ? PointerNode<StructNode<NamedHandles[Name]>, false, false>
    : [VectorOf<Name>] extends [never]
      ? undefined
      : VectorOf<Name>;

type WithoutStd<Token extends string> = Token extends `::${infer Name}`
  ? WithoutStd<Name>
  : Token extends `cuda::${infer Name}`
    ? WithoutStd<Name>
    : Token extends `std::${infer Name}`
      ? Name
      : Token;

/**
 * A name of CUDA source that is not built in. An alias is followed one step: what it names may be opaque in turn. A
 * macro that is no type, or whose meaning is not clear, is opaque too, and where that cannot be right the parser stops.
 */
type SourceType<Token extends string, Rest extends string, K extends KnownTypes> = Token extends "typename"
  ? Rest extends `${infer Next} ${infer After}`
    ? SourceType<Next, After, K>
    : NotAType<Token>
  : Rest extends `< ${string}`
    ? Opaque<Token, Rest>
    : AliasedText<K["source"], Token> extends infer Alias extends string
      ? ParseParameter<Tokens<Alias>, WithoutSource<K>> extends infer Result
        ? Result extends { readonly name: string }
          ? Opaque<Token, Rest>
          : Result extends Parameter
            ? [Result["type"], Rest]
            : Opaque<Token, Rest>
        : never
      : Opaque<Token, Rest>;

interface WithoutSource<K extends KnownTypes> {
  readonly structs: K["structs"];
  readonly enums: K["enums"];
  readonly typedefs: K["typedefs"];
  readonly constants: K["constants"];
  readonly language: K["language"];
  readonly source: "";
}

/** The text an alias stands for; `undefined` when the source has none of that name, or more than one is possible. */
type AliasedText<
  Source extends string,
  Name extends string,
> = Source extends `${string}#define ${Name}${infer Line}`
  ? Line extends `${" " | "\t"}${infer Text}\n${infer After}`
    ? After extends `${string}#define ${Name}${string}`
      ? undefined
      : Source extends `${string}${"#ifndef " | "#ifdef " | "defined(" | "defined "}${Name}${string}`
        ? undefined
        : Text
    : undefined
  : Source extends `${string}using ${Name} = ${infer Text};${infer After}`
    ? After extends `${string}using ${Name} = ${string}`
      ? undefined
      : Text
    : Source extends `${infer Before} ${Name};${infer After}`
      ? Before extends `${string}typedef ${string}`
        ? After extends `${string}typedef ${string} ${Name};${string}`
          ? undefined
          : TypedefText<AfterLast<Before, "typedef ">>
        : undefined
      : undefined;

type TypedefText<S> = S extends `${string}${";" | "{" | "}" | "("}${string}` ? undefined : S;

type Opaque<Token extends string, Rest extends string> =
  IsName<Replace<Token, "::", "">> extends true
    ? Rest extends `< ${infer Inside}`
      ? Inside extends `${infer Arguments}> ${infer After}`
        ? Arguments extends `${string}< ${string}`
          ? NotAType<Token>
          : After extends `::${infer Member} ${infer Behind}`
            ? Opaque<`${Token}<${Spell<Arguments>}>::${Member}`, Behind>
            : [OpaqueNode<`${Token}<${Spell<Arguments>}>`>, After]
        : NotAType<Token>
      : [OpaqueNode<Token>, Rest]
    : NotAType<Token>;

/** Tokens as people write them: `int, int`. */
type Spell<S extends string, Done extends string = ""> = S extends `${infer Token} ${infer Rest}`
  ? Rest extends ""
    ? `${Done}${Token}`
    : Rest extends `, ${string}`
      ? Spell<Rest, `${Done}${Token}`>
      : Spell<Rest, `${Done}${Token} `>
  : Done;
