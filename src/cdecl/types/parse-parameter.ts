// One C parameter from its tokens: specifiers (`const unsigned long`), a declarator (`*p`, `a[n]`), and the type they
// make. A function's declaration has the same parts.

import type { CType } from "../ast.js";
import type { ConstWord, SilentWord } from "../words.js";
import type { ParameterType } from "./build-type.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { NamedType, NotAType } from "./named-type.js";
import type { NamedParameterNode, ParameterNode } from "./nodes.js";
import type { Modifier, ParseDeclarator } from "./parse-declarator.js";
import type { AddWord, ComplexWord, NoWords, ScalarWord, TypeOfWords, WordState } from "./scalar-words.js";

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

/** What specifiers say, and the tokens behind them. */
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
