// Parses the fields of a struct and the names of a typedef: declarations with several declarators, `float x, *y, z[3]`.

import type { CType, Field, Parameter } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { ArrayFieldNode, FieldNode } from "./nodes.js";
import type { ParseParameter } from "./parse-parameter.js";
import type { SplitList, Tokens } from "./text.js";

/** The fields between the braces of a struct, or an error. */
export type ParseFields<
  Body extends string,
  K extends KnownTypes,
  Done extends readonly Field[] = [],
> = Body extends `${infer Line};${infer Rest}`
  ? ParseDeclarators<Tokens<Line>, K> extends infer Result
    ? Result extends readonly Field[]
      ? ParseFields<Rest, K, [...Done, ...Result]>
      : Result
    : never
  : Tokens<Body> extends ""
    ? Done extends []
      ? DeclarationTypeError<"Cannot read a struct: it must have a field">
      : Done
    : DeclarationTypeError<`Cannot read the field '${Tokens<Body>}': a ';' is missing behind it`>;

/** All names that one declaration (tokens, without its `;`) defines, or an error. */
export type ParseDeclarators<S extends string, K extends KnownTypes> = Each<SplitList<S>, Specifiers<S>, K>;

/** Parses the declarators one by one. The specifiers of the first are put before each of the others. */
type Each<
  Pieces extends readonly string[],
  Common extends string,
  K extends KnownTypes,
  Done extends readonly Field[] = [],
> = Pieces extends readonly [infer First extends string, ...infer Others extends readonly string[]]
  ? One<Done extends [] ? First : `${Common}${First}`, K> extends infer Result
    ? Result extends Field
      ? Each<Others, Common, K, [...Done, Result]>
      : Result
    : never
  : Done;

/** The tokens before the first declarator. */
type Specifiers<
  S extends string,
  Done extends string = "",
  Last extends string = "",
> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "*" | "("
    ? `${Done}${Last}`
    : Token extends "[" | ","
      ? Done
      : Specifiers<Rest, `${Done}${Last}`, `${Token} `>
  : Done;

type One<S extends string, K extends KnownTypes> =
  ParseParameter<S, K> extends infer Result
    ? Result extends { readonly name: infer Name extends string; readonly type: infer Type extends CType }
      ? Type extends { readonly kind: "void" }
        ? DeclarationTypeError<`Cannot read '${Name}': it cannot be void`>
        : Type extends { readonly to: infer Element extends CType; readonly length: infer Length }
          ? ArrayFieldNode<
              Name,
              Element,
              Length extends { readonly value: infer Count extends number } ? Count : number
            >
          : FieldNode<Name, Type>
      : Result extends Parameter
        ? DeclarationTypeError<`Cannot read '${S}': a name is missing`>
        : Result
    : never;
