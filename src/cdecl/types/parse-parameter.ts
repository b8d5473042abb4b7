// One C parameter from its tokens: specifiers (`const unsigned long`), then a declarator (`*p`, `a[n]`, `(*f)(int)`).
// A function's result with its name has the same form. The steps call each other in tail position and end in a
// Parameter node or a DeclarationTypeError.

import type { CType, LengthExpression, Parameter } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { ParseLength } from "./length-expression.js";
import type {
  BinaryNode,
  CallbackNode,
  EnumNode,
  NamedParameterNode,
  OpaqueNode,
  ParameterNode,
  PointerNode,
  ScalarNode,
  SizedPointerNode,
  StringNode,
  StructNode,
} from "./nodes.js";
import type { ParseParameters } from "./parse-parameters.js";
import type {
  AddWord,
  ComplexWord,
  NamedScalars,
  NoWords,
  ScalarWord,
  TypeOfWords,
  WordState,
} from "./scalar-words.js";
import type { IsName, Replace } from "./text.js";
import type { VectorOf } from "./vector-words.js";

/** The parameter, or the named result, that `S` (tokens) declares. */
export type ParseParameter<S extends string, K extends KnownTypes> = Specifiers<S, K>;

type Ignored = "volatile" | "register" | "restrict" | "__restrict__" | "__restrict" | "__grid_constant__" | "typename";

type Specifiers<
  S extends string,
  K extends KnownTypes,
  Const extends boolean = false,
  Device extends boolean = false,
  Type extends CType | WordState = NoWords,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "const"
    ? Specifiers<Rest, K, true, Device, Type>
    : Token extends "__device__"
      ? Specifiers<Rest, K, Const, true, Type>
      : Token extends Ignored
        ? Specifiers<Rest, K, Const, Device, Type>
        : Type extends WordState
          ? Token extends ScalarWord | ComplexWord<Type>
            ? [AddWord<Type, Token>] extends [never]
              ? NotAType<`${SpellWords<Type>}${Token}`>
              : Specifiers<Rest, K, Const, Device, AddWord<Type, Token>>
            : Type extends NoWords
              ? NamedType<Token, Rest, K> extends infer Found
                ? Found extends [infer Named extends CType, infer After extends string]
                  ? Specifiers<After, K, Const, Device, Named>
                  : Found
                : never
              : [TypeOfWords<Type>] extends [never]
                ? NotAType<SpellWords<Type>>
                : Pointers<S, TypeOfWords<Type>, Const, Device, K>
          : Token extends ScalarWord
            ? DeclarationTypeError<`Cannot read '${Token}': the parameter already has a type`>
            : Type extends CType
              ? Pointers<S, Type, Const, Device, K>
              : never
  : Type extends CType
    ? Finish<"", Type, Device, K>
    : Type extends NoWords
      ? DeclarationTypeError<"Cannot read a declaration: a type is missing">
      : Type extends WordState
        ? [TypeOfWords<Type>] extends [never]
          ? NotAType<SpellWords<Type>>
          : Finish<"", TypeOfWords<Type>, Device, K>
        : never;

/** A type that is one name, or `struct`, `enum` and a name: [type, rest], or an error. */
type NamedType<Token extends string, Rest extends string, K extends KnownTypes> = Token extends "struct" | "class"
  ? Rest extends `${infer Tag} ${infer After}`
    ? K["language"] extends "kernel"
      ? [OpaqueNode<Tag>, After]
      : [StructNode<Tag>, After]
    : DeclarationTypeError<"Cannot read 'struct': its name is missing">
  : Token extends "enum"
    ? Rest extends `${infer Tag} ${infer After}`
      ? Tag extends K["enums"]
        ? [EnumNode<Tag>, After]
        : K["language"] extends "kernel"
          ? [ScalarNode<"int32">, After]
          : DeclarationTypeError<`Cannot read 'enum ${Tag}': the types do not declare it`>
      : DeclarationTypeError<"Cannot read 'enum': its name is missing">
    : Token extends keyof K["typedefs"]
      ? [K["typedefs"][Token], Rest]
      : WithoutStd<Token> extends infer Name extends string
        ? Name extends keyof NamedScalars
          ? [ScalarNode<NamedScalars[Name]>, Rest]
          : [VectorOf<Name>] extends [never]
            ? K["language"] extends "kernel"
              ? OpaqueType<Token, Rest>
              : NotAType<Token>
            : [VectorOf<Name>, Rest]
        : never;

type OpaqueType<Token extends string, Rest extends string> =
  IsName<Replace<Token, "::", "">> extends true
    ? Rest extends `< ${infer Inside}`
      ? TemplateArguments<Inside> extends [infer Arguments extends string, infer After extends string]
        ? [OpaqueNode<`${Token}<${Spell<Arguments>}>`>, After]
        : NotAType<Token>
      : [OpaqueNode<Token>, Rest]
    : NotAType<Token>;

/** Splits behind the `>` that closes a template argument list; nested lists are not looked for. */
type TemplateArguments<S extends string> = S extends `${infer Arguments}> ${infer After}`
  ? Arguments extends `${string}< ${string}`
    ? undefined
    : [Arguments, After]
  : undefined;

type Spell<S extends string> = S extends `${infer Token} ${infer Rest}`
  ? Rest extends ""
    ? Token
    : Rest extends `, ${infer After}`
      ? `${Token}, ${Spell<After>}`
      : `${Token} ${Spell<Rest>}`
  : S;

type WithoutStd<Token extends string> = Token extends `std::${infer Name}` | `::${infer Name}` ? Name : Token;

/** Any number of `*`, each with qualifiers behind it. */
type Pointers<
  S extends string,
  Type extends CType,
  Const extends boolean,
  Device extends boolean,
  K extends KnownTypes,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "*"
    ? Pointers<Rest, PointerTo<Type, Const, Device, K>, false, Device, K>
    : Token extends "const"
      ? Pointers<Rest, Type, true, Device, K>
      : Token extends Ignored
        ? Pointers<Rest, Type, Const, Device, K>
        : Token extends "("
          ? Parenthesised<Rest, Type, Const, Device, K>
          : Token extends "["
            ? Dimensions<S, "", Type, Const, Device, K>
            : IsName<Token> extends true
              ? Suffix<Rest, Token, Type, Const, Device, K>
              : Token extends "&"
                ? DeclarationTypeError<"Cannot read '&': a reference has no C counterpart; use a pointer">
                : DeclarationTypeError<`Cannot read '${Token}': a parameter name must stand here`>
  : Finish<"", Type, Device, K>;

type PointerTo<Type extends CType, Const extends boolean, Device extends boolean, K extends KnownTypes> = Type extends {
  readonly kind: "scalar";
  readonly name: "char";
}
  ? [Const, Device, K["language"]] extends [true, false, "c"]
    ? StringNode
    : PointerNode<Type, Const, Device>
  : PointerNode<Type, Const, Device>;

/** What follows the name: nothing, `[n]`, or the parameters of a function. */
type Suffix<
  S extends string,
  Name extends string,
  Type extends CType,
  Const extends boolean,
  Device extends boolean,
  K extends KnownTypes,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "["
    ? Dimensions<S, Name, Type, Const, Device, K>
    : Token extends "("
      ? Rest extends `${infer Inside}) `
        ? Callback<Inside, Name, Type, K>
        : DeclarationTypeError<`Cannot read '${Name}': its parameter list is not closed`>
      : DeclarationTypeError<`Cannot read '${Token}' behind '${Name}': a ',' or ')' must stand here`>
  : Finish<Name, Type, Device, K>;

/** `(*f)(int)`, `(*f)`, `(*m)[cols]`, `(x)`; `S` begins behind the `(`. */
type Parenthesised<
  S extends string,
  Type extends CType,
  Const extends boolean,
  Device extends boolean,
  K extends KnownTypes,
> = S extends `${infer Inside}) ${infer After}`
  ? Inside extends `* ${infer Named}`
    ? After extends ""
      ? Pointers<Inside, Type, Const, Device, K>
      : PointerName<Named> extends infer Name extends string
        ? After extends `( ${infer List}) `
          ? Callback<List, Name, Type, K>
          : Dimensions<After, Name, Type, Const, Device, K> extends infer Result
            ? Result extends Parameter
              ? Finish<Name, PointerNode<Type, Const, Device>, Device, K>
              : Result
            : never
        : DeclarationTypeError<`Cannot read '(${Inside}': a name must stand behind the '*'`>
    : Pointers<`${Inside}${After}`, Type, Const, Device, K>
  : DeclarationTypeError<"Cannot read '(': it is not closed">;

type PointerName<S extends string> = S extends ""
  ? ""
  : S extends `${infer Token} ${infer Rest}`
    ? Token extends "const" | Ignored
      ? PointerName<Rest>
      : Rest extends ""
        ? IsName<Token> extends true
          ? Token
          : undefined
        : undefined
    : undefined;

type Callback<Inside extends string, Name extends string, Result extends CType, K extends KnownTypes> =
  ParseParameters<Inside, K> extends infer List
    ? List extends readonly Parameter[]
      ? Finish<Name, CallbackNode<Result, List>, false, K>
      : List
    : never;

/** `[rows][cols]`: an array parameter is a pointer; its length is the product, unknown when the first is empty. */
type Dimensions<
  S extends string,
  Name extends string,
  Type extends CType,
  Const extends boolean,
  Device extends boolean,
  K extends KnownTypes,
  Length extends LengthExpression | "first" | "unknown" = "first",
> = S extends `[ ${infer Inside}] ${infer Rest}`
  ? WithoutArrayWords<Inside> extends infer Size extends string
    ? Size extends "" | "* "
      ? Length extends "first"
        ? Dimensions<Rest, Name, Type, Const, Device, K, "unknown">
        : DeclarationTypeError<`Cannot read '${Name}[]': only the first length may be left out`>
      : ParseLength<Size, K["constants"]> extends infer Next
        ? Next extends LengthExpression
          ? Dimensions<
              Rest,
              Name,
              Type,
              Const,
              Device,
              K,
              Length extends LengthExpression
                ? BinaryNode<"*", Length, Next>
                : Length extends "first"
                  ? Next
                  : "unknown"
            >
          : Next
        : never
    : never
  : S extends ""
    ? Length extends LengthExpression
      ? Finish<Name, SizedPointerNode<Type, Const, Device, Length>, Device, K>
      : Finish<Name, PointerNode<Type, Const, Device>, Device, K>
    : DeclarationTypeError<`Cannot read the array '${Name}': a ']' is missing or something follows it`>;

type WithoutArrayWords<S extends string> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "static" | "const" | Ignored
    ? WithoutArrayWords<Rest>
    : S
  : S;

/** The node, when the type can be passed: memory of a GPU is behind a pointer, a struct by value is declared. */
type Finish<Name extends string, Type extends CType, Device extends boolean, K extends KnownTypes> = [
  Device,
  Type["kind"],
] extends [true, "pointer"] | [false, CType["kind"]]
  ? Type extends StructNode<infer Tag>
    ? Tag extends keyof K["structs"]
      ? Node<Name, Type>
      : DeclarationTypeError<`Cannot read 'struct ${Tag}': the types do not declare it`>
    : Node<Name, Type>
  : DeclarationTypeError<"Cannot read '__device__': it needs a pointer, such as '__device__ float*'">;

type Node<Name extends string, Type extends CType> = Name extends ""
  ? ParameterNode<Type>
  : NamedParameterNode<Name, Type>;

type SpellWords<State extends WordState> = State extends `${infer Sign}|${infer Size}|${infer Base}`
  ? `${Word<Sign>}${Word<Size>}${Word<Base>}`
  : "";

type Word<S extends string> = S extends "" ? "" : `${S} `;

// Conditional, so that the compiler prints the error and not this name for it.
type NotAType<S extends string> = S extends `${infer Trimmed} `
  ? DeclarationTypeError<`Cannot read '${Trimmed}': not a C type`>
  : DeclarationTypeError<`Cannot read '${S}': not a C type`>;
