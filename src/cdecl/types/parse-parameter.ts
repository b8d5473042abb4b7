// One C parameter from its tokens: first the specifiers (`const unsigned long`), here, then the declarator behind them.
// A function's result with its name has the same form. The result is a Parameter node or a DeclarationTypeError.

import type { CType } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { NamedType, NotAType } from "./named-type.js";
import type { ConstWord, Finish, Ignored, ParseDeclarator } from "./parse-declarator.js";
import type { AddWord, ComplexWord, NoWords, ScalarWord, TypeOfWords, WordState } from "./scalar-words.js";

/** The parameter, or the named result, that `S` (tokens) declares. */
export type ParseParameter<S extends string, K extends KnownTypes> = Specifiers<S, K, false, IsDevice<S>>;

/** Whether `__device__` stands before brackets begin: then each pointer is one to GPU memory. */
type IsDevice<S extends string> = S extends `${string}__device__ ${string}`
  ? BeforeBrackets<S> extends `${string}__device__ ${string}`
    ? true
    : false
  : false;

type BeforeBrackets<S extends string> = S extends `${infer Head}( ${string}`
  ? BeforeBrackets<Head>
  : S extends `${infer Head}[ ${string}`
    ? Head
    : S;

type Specifiers<
  S extends string,
  K extends KnownTypes,
  IsConst extends boolean,
  Device extends boolean,
  Type extends CType | WordState = NoWords,
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends ConstWord
    ? Specifiers<Rest, K, true, Device, Type>
    : Token extends Ignored
      ? Specifiers<Rest, K, IsConst, Device, Type>
      : Type extends WordState
        ? Token extends ScalarWord | ComplexWord<Type, Rest>
          ? [AddWord<Type, Token>] extends [never]
            ? NotAType<`${SpellWords<Type>}${Token}`>
            : Specifiers<Rest, K, IsConst, Device, AddWord<Type, Token>>
          : Type extends NoWords
            ? NamedType<Token, Rest, K> extends infer Found
              ? Found extends [infer Named extends CType, infer After extends string]
                ? Specifiers<After, K, IsConst, Device, Named>
                : Found
              : never
            : [TypeOfWords<Type>] extends [never]
              ? NotAType<SpellWords<Type>>
              : ParseDeclarator<S, TypeOfWords<Type>, IsConst, Device, K>
        : Token extends ScalarWord
          ? DeclarationTypeError<`Cannot read '${Token}': the parameter already has a type`>
          : Type extends CType
            ? ParseDeclarator<S, Type, IsConst, Device, K>
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

type SpellWords<State extends WordState> = State extends `${infer Sign}|${infer Size}|${infer Base}`
  ? `${Word<Sign>}${Word<Size>}${Word<Base>}`
  : "";

type Word<S extends string> = S extends "" ? "" : `${S} `;
