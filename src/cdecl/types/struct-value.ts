// C structs as JavaScript objects. What is read back has one exact type per field; what is passed in may be looser
// (a number for an int64_t), except through a pointer the callee may write: that object is read back, so it is exact.
// The mapped types stand in a conditional so that the compiler prints the fields and not the nodes they come from.

import type { ReadableTypedArray } from "../../core/readonly-typed-array.js";
import type { CType, Field, ScalarName } from "../ast.js";
import type { ArgumentOf, ResultOf } from "./argument-of.js";
import type { KnownTypes } from "./known-types.js";
import type { HostStorage } from "./pointer-arguments.js";

/** The object that a struct is read into. */
export type StructValue<
  Fields extends readonly Field[],
  K extends KnownTypes,
> = Fields extends readonly Field[]
  ? {
      -readonly [F in Fields[number] as F["name"]]: F extends { readonly count: number }
        ? ArrayValue<F["type"], K>
        : ResultOf<F["type"], K>;
    }
  : never;

/** The object that a struct is made from. */
export type StructArgument<
  Fields extends readonly Field[],
  K extends KnownTypes,
> = Fields extends readonly Field[]
  ? {
      readonly [F in Fields[number] as F["name"]]: F extends { readonly count: number }
        ? ArrayFieldArgument<F["type"], K>
        : FieldArgument<F["type"], K>;
    }
  : never;

/** An address in a struct outlives the call, so a field takes an address and not an array. */
type FieldArgument<T extends CType, K extends KnownTypes> = T extends {
  readonly kind: "pointer" | "callback";
}
  ? ResultOf<T, K>
  : ArgumentOf<T, K>;

/** `char name[16]` is text; other arrays are plain JavaScript arrays. */
type ArrayValue<T extends CType, K extends KnownTypes> = T extends {
  readonly kind: "scalar";
  readonly name: "char";
}
  ? string
  : ResultOf<T, K>[];

type ArrayFieldArgument<T extends CType, K extends KnownTypes> = T extends {
  readonly kind: "scalar";
  readonly name: infer S extends ScalarName;
}
  ? S extends "char"
    ? string
    : ReadableTypedArray<HostStorage[S]> | readonly ArgumentOf<T, K>[]
  : readonly FieldArgument<T, K>[];
