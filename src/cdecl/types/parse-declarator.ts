// The part of a parameter behind its specifiers: `*p`, `a[n]`, `(*f)(int)`, or nothing. The steps call each other in
// tail position and end in a Parameter node or a DeclarationTypeError.

import type { CType, LengthExpression, Parameter } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { ParseLength } from "./length-expression.js";
import type {
  BinaryNode,
  CallbackNode,
  NamedParameterNode,
  ParameterNode,
  PointerNode,
  SizedPointerNode,
  StringNode,
  StructNode,
  VoidNode,
} from "./nodes.js";
import type { IsTypeName } from "./named-type.js";
import type { ParseParameters } from "./parse-parameters.js";
import type { IsName } from "./text.js";

/** `const`, as compilers spell it. */
export type ConstWord = "const" | "__const" | "__const__";

/** Words that change nothing for who calls; `__device__` was looked for before. */
export type Ignored =
  | "volatile"
  | "__volatile__"
  | "register"
  | "restrict"
  | "__restrict__"
  | "__restrict"
  | "__grid_constant__"
  | "__extension__"
  | "__device__";

/** The parameter that the declarator `S` (tokens) makes of `Type`: any number of `*` first, then the rest. */
export type ParseDeclarator<
  S extends string,
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  K extends KnownTypes,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "*"
    ? ParseDeclarator<Rest, PointerTo<Type, IsConst, Device, K>, false, Device, K>
    : Token extends ConstWord
      ? ParseDeclarator<Rest, Type, true, Device, K>
      : Token extends Ignored
        ? ParseDeclarator<Rest, Type, IsConst, Device, K>
        : Token extends "("
          ? Parenthesised<Rest, Type, IsConst, Device, K>
          : Token extends "["
            ? Dimensions<S, "", Type, IsConst, Device, K>
            : IsName<Token> extends true
              ? Suffix<Rest, Token, Type, IsConst, Device, K>
              : Token extends "&"
                ? DeclarationTypeError<"Cannot read '&': a reference has no C counterpart; use a pointer">
                : DeclarationTypeError<`Cannot read '${Token}': a parameter name must stand here`>
  : Finish<"", Type, Device, K>;

type PointerTo<
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  K extends KnownTypes,
> = Type extends {
  readonly kind: "scalar";
  readonly name: "char";
}
  ? [IsConst, Device, K["language"]] extends [true, false, "c"]
    ? StringNode
    : PointerNode<Type, IsConst, Device>
  : PointerNode<Type, IsConst, Device>;

/** What follows the name: nothing, `[n]`, or the parameters of a function. */
type Suffix<
  S extends string,
  Name extends string,
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  K extends KnownTypes,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "["
    ? Dimensions<S, Name, Type, IsConst, Device, K>
    : Token extends "("
      ? Rest extends `${infer Inside}) `
        ? Callback<Inside, Name, Type, Device, K>
        : DeclarationTypeError<`Cannot read '${Name}': its parameter list is not closed`>
      : DeclarationTypeError<`Cannot read '${Token}' behind '${Name}': a ',' or ')' must stand here`>
  : Finish<Name, Type, Device, K>;

/** `(*f)(int)`, `(*f)`, `(*m)[cols]`, `(x)`, `(int)`; `S` begins behind the `(`. */
type Parenthesised<
  S extends string,
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  K extends KnownTypes,
> =
  BeginsType<S, K> extends true
    ? Suffix<`( ${S}`, "", Type, IsConst, Device, K>
    : S extends `${infer Inside}) ${infer After}`
      ? Inside extends `* ${infer Named}`
        ? After extends ""
          ? ParseDeclarator<Inside, Type, IsConst, Device, K>
          : PointerName<Named> extends infer Name extends string
            ? After extends `( ${infer List}) `
              ? Callback<List, Name, Type, Device, K>
              : Dimensions<After, Name, Type, IsConst, Device, K> extends infer Result
                ? Result extends Parameter
                  ? Finish<Name, PointerNode<Type, IsConst, Device>, Device, K>
                  : Result
                : never
            : DeclarationTypeError<`Cannot read '(${Inside}': a name must stand behind the '*'`>
        : ParseDeclarator<`${Inside}${After}`, Type, IsConst, Device, K>
      : DeclarationTypeError<"Cannot read '(': it is not closed">;

/** Whether what stands in parentheses is the parameters of a function without a name, `double (double)`. */
type BeginsType<S extends string, K extends KnownTypes> = S extends `${infer Token} ${string}`
  ? Token extends ")"
    ? true
    : Token extends "*" | "(" | "[" | "&"
      ? false
      : IsName<Token> extends true
        ? IsTypeName<Token, K>
        : true
  : false;

type PointerName<S extends string> = S extends ""
  ? ""
  : S extends `${infer Token} ${infer Rest}`
    ? Token extends ConstWord | Ignored
      ? PointerName<Rest>
      : Rest extends ""
        ? IsName<Token> extends true
          ? Token
          : undefined
        : undefined
    : undefined;

type Callback<
  Inside extends string,
  Name extends string,
  Result extends CType,
  Device extends boolean,
  K extends KnownTypes,
> =
  ParseParameters<Inside, K> extends infer List
    ? List extends readonly Parameter[]
      ? Finish<Name, CallbackNode<Result, List>, Device, K, Result>
      : List
    : never;

/**
 * `[rows][cols]`: an array parameter is a pointer; its length is the product, unknown when the first is empty. In CUDA
 * source a length is any constant expression and nobody checks it, so it is passed over.
 */
type Dimensions<
  S extends string,
  Name extends string,
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  K extends KnownTypes,
  Length extends LengthExpression | "first" | "unknown" = "first",
> = S extends `[ ${infer Inside}] ${infer Rest}`
  ? WithoutArrayWords<Inside> extends infer Size extends string
    ? Type extends VoidNode
      ? DeclarationTypeError<"Cannot read an array of void: its elements have no size">
      : Size extends "" | "* "
        ? Length extends "first"
          ? Dimensions<Rest, Name, Type, IsConst, Device, K, "unknown">
          : DeclarationTypeError<`Cannot read '${Name}[]': only the first length may be left out`>
        : K["language"] extends "cuda"
          ? Dimensions<Rest, Name, Type, IsConst, Device, K, "unknown">
          : ParseLength<Size, K["constants"]> extends infer Next
            ? Next extends LengthExpression
              ? Dimensions<
                  Rest,
                  Name,
                  Type,
                  IsConst,
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
      ? Finish<Name, SizedPointerNode<Type, IsConst, Device, Length>, Device, K, Type>
      : Finish<Name, PointerNode<Type, IsConst, Device>, Device, K, Type>
    : DeclarationTypeError<`Cannot read the array '${Name}': a ']' is missing or something follows it`>;

type WithoutArrayWords<S extends string> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "static" | ConstWord | Exclude<Ignored, "__device__">
    ? WithoutArrayWords<Rest>
    : S
  : S;

/**
 * The node, when its type can be: memory of a GPU is behind a pointer, and a struct that is a value (passed, returned,
 * an element) is declared.
 */
export type Finish<
  Name extends string,
  Type extends CType,
  Device extends boolean,
  K extends KnownTypes,
  Value extends CType = Type,
> = [Device, Type["kind"]] extends [true, "pointer"] | [false, CType["kind"]]
  ? Value extends StructNode<infer Tag>
    ? Tag extends keyof K["structs"]
      ? Node<Name, Type>
      : DeclarationTypeError<`Cannot read 'struct ${Tag}': the types do not declare it`>
    : Node<Name, Type>
  : DeclarationTypeError<"Cannot read '__device__': it needs a pointer, such as '__device__ float*'">;

type Node<Name extends string, Type extends CType> = Name extends ""
  ? ParameterNode<Type>
  : NamedParameterNode<Name, Type>;
