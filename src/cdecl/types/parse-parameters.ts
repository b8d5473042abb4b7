// A list of C parameters from its tokens: splits at the commas that separate parameters, reads each one, and checks
// what only the whole list shows (names that repeat, lengths that depend on something else than an integer).

import type { CType, Parameter } from "../ast.js";
import type { IntegerScalar } from "../scalars.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { References } from "./length-expression.js";
import type { OptionalParameterNode } from "./nodes.js";
import type { ParseParameter } from "./parse-parameter.js";
import type { SplitList } from "./text.js";

/** The parameters between the parentheses of a declaration, as a tuple of nodes, or an error. */
export type ParseParameters<S extends string, K extends KnownTypes> = S extends "" | "void "
  ? []
  : Each<SplitList<S>, K> extends infer Result
    ? Result extends readonly Parameter[]
      ? K["language"] extends "c"
        ? Check<Result, IntegerNames<Result>>
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

type NotVoid<P> = P extends { readonly type: { readonly kind: "void" } }
  ? DeclarationTypeError<"Cannot read 'void': a parameter cannot be void">
  : P;

/** C++ only: a parameter with a default argument. */
type Optional<P> = P extends {
  readonly name: infer Name extends string;
  readonly type: infer Type extends CType;
}
  ? OptionalParameterNode<Name, Type>
  : P;

/** The names that a length may use, as a union. */
type IntegerNames<List extends readonly Parameter[]> = List[number] extends infer Each
  ? Each extends {
      readonly name: infer Name extends string;
      readonly type: { readonly kind: "scalar"; readonly name: IntegerScalar };
    }
    ? Name
    : never
  : never;

type Check<
  All extends readonly Parameter[],
  Integers extends string,
  Rest extends readonly Parameter[] = All,
  Seen extends string = never,
> = Rest extends readonly [infer First extends Parameter, ...infer Others extends readonly Parameter[]]
  ? First["name"] extends Seen
    ? DeclarationTypeError<`Cannot read '${First["name"]}': two parameters have this name`>
    : Foreign<First["type"], Integers> extends infer Name extends string
      ? [Name] extends [never]
        ? Check<All, Integers, Others, Seen | NameOf<First>>
        : DeclarationTypeError<`Cannot read the length '${Name}': it must be an integer parameter`>
      : never
  : All;

/** The names in a length that are not integer parameters. */
type Foreign<Type, Integers> = Type extends { readonly length: infer Length }
  ? Exclude<References<Length>, Integers>
  : never;

type NameOf<P extends Parameter> = P["name"] extends string ? P["name"] : never;
