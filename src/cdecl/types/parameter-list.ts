// Checks of a whole list of C parameters: repeated names, and lengths that depend on something that is not an integer parameter. It
// also has properties that hold for each parameter of a list.

import type { CType, Parameter } from "../ast.js";
import type { IntegerScalar } from "../scalars.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { References } from "./length-expression.js";
import type { OptionalParameterNode } from "./nodes.js";

/** The parameter, or never if its type is void. */
export type NotVoid<P> = P extends { readonly type: { readonly kind: "void" } }
  ? DeclarationTypeError<"Cannot read 'void': a parameter cannot be void">
  : P;

/** C++ only: a parameter with a default argument. */
export type Optional<P> = P extends {
  readonly name: infer Name extends string;
  readonly type: infer Type extends CType;
}
  ? OptionalParameterNode<Name, Type>
  : P;

/** The names that a length may use, as a union. */
export type IntegerNames<List extends readonly Parameter[]> = List[number] extends infer Each
  ? Each extends {
      readonly name: infer Name extends string;
      readonly type: { readonly kind: "scalar"; readonly name: IntegerScalar };
    }
    ? Name
    : never
  : never;

/** The list, or an error about its names or lengths. */
export type CheckList<
  All extends readonly Parameter[],
  Integers extends string,
  Rest extends readonly Parameter[] = All,
  Seen extends string = never,
> = Rest extends readonly [infer First extends Parameter, ...infer Others extends readonly Parameter[]]
  ? First["name"] extends Seen
    ? DeclarationTypeError<`Cannot read '${First["name"]}': two parameters have this name`>
    : Foreign<First["type"], Integers> extends infer Name extends string
      ? [Name] extends [never]
        ? CheckList<All, Integers, Others, Seen | NameOf<First>>
        : DeclarationTypeError<`Cannot read the length '${Name}': it must be an integer parameter`>
      : never
  : All;

/** The names in a length that are not integer parameters. */
type Foreign<Type, Integers> = Type extends { readonly length: infer Length }
  ? Exclude<References<Length>, Integers>
  : never;

type NameOf<P extends Parameter> = P["name"] extends string ? P["name"] : never;
