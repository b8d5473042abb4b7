// The meaning of a single type name: a struct or enum, `size_t`, `float4`, the text of an alias in CUDA source, or an opaque type.
// parse-parameter.ts decides which of these a name is, because an alias is parsed like a declaration.

import type { CType } from "../ast.js";
import type { NamedHandles } from "../handles.js";
import type { NamedScalars } from "../scalars.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { EnumNode, OpaqueNode, PointerNode, ScalarNode, StructNode } from "./nodes.js";
import type { AfterLast, IsName, Replace } from "./text.js";
import type { VectorOf } from "./vector-words.js";

/** Whether a name is a type, without searching the source. */
export type IsTypeName<Token extends string, K extends KnownTypes> = Token extends
  | keyof K["typedefs"]
  | keyof K["structs"]
  | K["enums"]
  ? true
  : BuiltIn<WithoutStd<Token>> extends CType
    ? true
    : false;

/**
 * The error for a name that is not a type. It is a conditional type so that the compiler prints the error and not this type's name.
 */
export type NotAType<S extends string> = S extends `${infer Trimmed} `
  ? DeclarationTypeError<`Cannot read '${Trimmed}': not a C type`>
  : DeclarationTypeError<`Cannot read '${S}': not a C type`>;

/** The type after `struct` or `enum`: [type, rest], or an error. */
export type TaggedType<
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

/** The built-in type with this name. */
export type BuiltIn<Name extends string> = Name extends keyof NamedScalars
  ? ScalarNode<NamedScalars[Name]>
  : Name extends keyof NamedHandles
    ? PointerNode<StructNode<NamedHandles[Name]>, false, false>
    : [VectorOf<Name>] extends [never]
      ? undefined
      : VectorOf<Name>;

/** The name without the namespaces in which C++ and CUDA have the names of C. */
export type WithoutStd<Token extends string> = Token extends `::${infer Name}`
  ? WithoutStd<Name>
  : Token extends `cuda::${infer Name}`
    ? WithoutStd<Name>
    : Token extends `std::${infer Name}`
      ? Name
      : Token;

/** The text of an alias; `undefined` if the source has none of that name, or several. */
export type AliasedText<
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

/** A type that only the compiler knows: [type, rest], or an error. */
export type Opaque<Token extends string, Rest extends string> =
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

/** Tokens with usual spacing: `int, int`. */
type Spell<S extends string, Done extends string = ""> = S extends `${infer Token} ${infer Rest}`
  ? Rest extends ""
    ? `${Done}${Token}`
    : Rest extends `, ${string}`
      ? Spell<Rest, `${Done}${Token}`>
      : Spell<Rest, `${Done}${Token} `>
  : Done;
