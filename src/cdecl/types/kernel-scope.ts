// The meaning of names in a kernel's parameter list: template parameters with their arguments, and the typedefs and macros of the
// source.

import type { CType } from "../ast.js";
import type { NoNames } from "./known-types.js";
import type { OpaqueNode } from "./nodes.js";
import type { ParseParameter } from "./parse-parameter.js";

/** The KnownTypes of a kernel in `Source`, with the types of its template parameters. */
export interface InKernel<Source extends string, Typedefs extends Readonly<Record<string, CType>>> {
  readonly structs: NoNames;
  readonly enums: never;
  readonly typedefs: Typedefs;
  readonly constants: never;
  readonly language: "cuda";
  readonly source: Source;
}

/** The type argument of each type parameter of a template; opaque if none is given. */
export type TemplateTypes<
  Declared extends readonly string[],
  Given extends readonly string[],
  Done extends Readonly<Record<string, CType>> = NoNames,
> = Declared extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
  ? TemplateTypes<
      Rest,
      Given extends readonly [string, ...infer Others extends readonly string[]] ? Others : [],
      First extends `${"typename" | "class"} ${infer Name} ${string}`
        ? Done & { readonly [N in Name]: GivenType<Given[0], Name> }
        : Done
    >
  : Done;

type GivenType<Text extends string | undefined, Name extends string> = Text extends string
  ? ParseParameter<Text, InKernel<"", NoNames>> extends {
      readonly type: infer Type extends CType;
    }
    ? Type
    : OpaqueNode<Name>
  : OpaqueNode<Name>;
