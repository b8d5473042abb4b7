// Parses C parameters from tokens: specifiers (`const unsigned long`), a declarator (`*p`, `a[n]`, `(*f)(int)`), and the type that
// they form. Function declarations have the same parts. A declarator may contain parameters, and a name may be an alias whose text
// is parsed like a parameter. This file contains exactly the types that are mutually recursive because of that.

import type { CType, LengthExpression, Parameter } from "../ast.js";
import type { ConstWord, SilentWord, TagWord } from "../words.js";
import type { ParameterType } from "./build-type.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { Brackets, Modifier, ParameterList, Star } from "./modifier.js";
import type { AliasedText, BuiltIn, NotAType, Opaque, TaggedType, WithoutStd } from "./named-type.js";
import type { EnumNode, NamedParameterNode, ParameterNode, StructNode } from "./nodes.js";
import type { CheckList, IntegerNames, NotVoid, Optional } from "./parameter-list.js";
import type {
  ArrayLength,
  BeginsGroup,
  CloseGroup,
  Qualifiers,
  WithoutArrayWords,
} from "./declarator-parts.js";
import type { AddWord, ComplexWord, NoWords, ScalarWord, TypeOfWords, WordState } from "./scalar-words.js";
import type { IsName, SplitList, Tokens } from "./text.js";

/** The parameters between the parentheses of a declaration, as a tuple of nodes, or an error. */
export type ParseParameters<S extends string, K extends KnownTypes> = S extends "" | "void "
  ? []
  : Each<SplitList<S>, K> extends infer Result
    ? Result extends readonly Parameter[]
      ? K["language"] extends "c"
        ? CheckList<Result, IntegerNames<Result>>
        : Result
      : Result
    : never;

type Each<
  Pieces extends readonly string[],
  K extends KnownTypes,
  Done extends readonly Parameter[] = [],
> = Pieces extends readonly [infer First extends string, ...infer Others extends readonly string[]]
  ? One<First, K> extends infer Result
    ? Result extends Parameter
      ? Each<Others, K, [...Done, Result]>
      : Result
    : never
  : Done;

type One<S extends string, K extends KnownTypes> = S extends ""
  ? DeclarationTypeError<"Cannot read the parameters: one is empty">
  : S extends `${string}... `
    ? DeclarationTypeError<"Cannot read '...': a variadic function has no fixed signature; declare the parameters of one call">
    : K["language"] extends "cuda"
      ? S extends `${infer Declared}= ${string}`
        ? Optional<NotVoid<ParseParameter<Declared, K>>>
        : NotVoid<ParseParameter<S, K>>
      : NotVoid<ParseParameter<S, K>>;

/** The parameter that `S` (tokens) declares, or an error. */
export type ParseParameter<S extends string, K extends KnownTypes> =
  ParseSpecifiers<S, K> extends infer Found
    ? Found extends Specified<infer Type, infer IsConst, infer Device, infer Rest>
      ? ParseDeclarator<Rest, K> extends infer Declared
        ? Declared extends [
            infer Name extends string,
            infer List extends readonly Modifier[],
            infer After extends string,
          ]
          ? After extends ""
            ? ParameterType<Type, IsConst, Device, List, K> extends infer Result
              ? Result extends CType
                ? Node<Name, Result>
                : Result
              : never
            : Stray<After, Name>
          : Declared
        : never
      : Found
    : never;

/** The meaning of specifiers, and the tokens after them. */
export interface Specified<
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  Rest extends string,
> {
  readonly type: Type;
  readonly readonly: IsConst;
  readonly device: Device;
  readonly rest: Rest;
}

/** The specifiers at the start of `S`, or an error. */
export type ParseSpecifiers<
  S extends string,
  K extends KnownTypes,
  IsConst extends boolean = false,
  Device extends boolean = false,
  Type extends CType | WordState = NoWords,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends ConstWord
    ? ParseSpecifiers<Rest, K, true, Device, Type>
    : Token extends "__device__"
      ? ParseSpecifiers<Rest, K, IsConst, true, Type>
      : Token extends SilentWord
        ? ParseSpecifiers<Rest, K, IsConst, Device, Type>
        : Type extends WordState
          ? Token extends ScalarWord | ComplexWord<Type, Rest>
            ? [AddWord<Type, Token>] extends [never]
              ? NotAType<`${Type}${Token}`>
              : ParseSpecifiers<Rest, K, IsConst, Device, AddWord<Type, Token>>
            : Type extends NoWords
              ? NamedType<Token, Rest, K> extends infer Found
                ? Found extends [infer Named extends CType, infer After extends string]
                  ? ParseSpecifiers<After, K, IsConst, Device, Named>
                  : Found
                : never
              : Finish<S, IsConst, Device, Type>
          : Token extends ScalarWord
            ? DeclarationTypeError<`Cannot read '${Token}': the parameter already has a type`>
            : Finish<S, IsConst, Device, Type>
  : Type extends NoWords
    ? DeclarationTypeError<"Cannot read a declaration: a type is missing">
    : Finish<"", IsConst, Device, Type>;

type Finish<
  S extends string,
  IsConst extends boolean,
  Device extends boolean,
  Type extends CType | WordState,
> = Type extends CType
  ? Specified<Type, IsConst, Device, S>
  : Type extends WordState
    ? [TypeOfWords<Type>] extends [never]
      ? NotAType<Type>
      : Specified<TypeOfWords<Type>, IsConst, Device, S>
    : never;

type Node<Name extends string, Type extends CType> = Name extends ""
  ? ParameterNode<Type>
  : NamedParameterNode<Name, Type>;

type Stray<S extends string, Name extends string> = S extends `${infer Token} ${string}`
  ? Name extends ""
    ? DeclarationTypeError<`Cannot read '${Token}': a ',' or ')' must stand here`>
    : DeclarationTypeError<`Cannot read '${Token}' behind '${Name}': a ',' or ')' must stand here`>
  : never;

/** The type that `Token` names, with following tokens if needed: [type, rest], or an error. */
type NamedType<Token extends string, Rest extends string, K extends KnownTypes> = Token extends TagWord
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

/**
 * A name in CUDA source that is not built in. An alias is followed one step, and its target may be opaque. A macro that is not a
 * type or whose meaning is unclear is opaque too; where that cannot be right, parsing stops.
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

/**
 * [name, modifiers, rest] of the declarator at the start of `S`, or an error; the name is "" if there is none. At the `top` of a
 * declaration, `(x` begins a parameter list.
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
    ? ArrayLength<WithoutArrayWords<Inside>, K> extends infer Found
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
