// Builds a type from specifiers and the modifiers of a declarator, like ../build-type.ts at run time. Arrays and functions are not
// types by themselves, so they are kept until a pointer or the end of a parameter uses them.

import type { CType, LengthExpression } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { BinaryNode, CallbackNode, PointerNode, SizedPointerNode, StringNode } from "./nodes.js";
import type { Brackets, Modifier, ParameterList, Star } from "./modifier.js";

/** The type of a parameter: an array becomes a pointer with a length, a function a callback; or an error. */
export type ParameterType<
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  List extends readonly Modifier[],
  K extends KnownTypes,
> =
  Build<Type, IsConst, Device, List, K> extends infer Result
    ? Result extends Built<infer Value, infer Const, infer Dimensions, boolean, infer OnDevice>
      ? Incomplete<Value, K> extends infer Tag extends string
        ? DeclarationTypeError<`Cannot read 'struct ${Tag}': the types do not declare it`>
        : Dimensions extends []
          ? Value
          : Product<Dimensions> extends infer Length extends LengthExpression
            ? SizedPointerNode<Value, Const, OnDevice, Length>
            : PointerNode<Value, Const, OnDevice>
      : Result
    : never;

/** The type of a result: as for a parameter, but neither an array nor a function. */
export type ResultType<
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  List extends readonly Modifier[],
  K extends KnownTypes,
> =
  Build<Type, IsConst, Device, List, K> extends infer Result
    ? Result extends Built<infer Value, boolean, infer Dimensions, infer IsFunction, boolean>
      ? Incomplete<Value, K> extends infer Tag extends string
        ? DeclarationTypeError<`Cannot read 'struct ${Tag}': the types do not declare it`>
        : [Dimensions, IsFunction] extends [[], false]
          ? Value
          : CannotReturn
      : Result
    : never;

/** A type under construction; `dimensions` are those of an array, outermost first. */
interface Built<
  Type extends CType,
  IsConst extends boolean,
  Dimensions extends readonly (LengthExpression | "open")[],
  IsFunction extends boolean,
  Device extends boolean,
> {
  readonly type: Type;
  readonly readonly: IsConst;
  readonly dimensions: Dimensions;
  readonly isFunction: IsFunction;
  readonly device: Device;
}

/** Builds the type. `Said` tells whether the specifiers contain `__device__`, `Device` whether this pointer level does. */
type Build<
  Type extends CType,
  IsConst extends boolean,
  Said extends boolean,
  List extends readonly Modifier[],
  K extends KnownTypes,
> = Fold<Type, IsConst, [], false, Said extends true ? true : HasDevice<List>, Said, List, K>;

type Fold<
  Type extends CType,
  IsConst extends boolean,
  Dimensions extends readonly (LengthExpression | "open")[],
  IsFunction extends boolean,
  Device extends boolean,
  Said extends boolean,
  List extends readonly Modifier[],
  K extends KnownTypes,
> = List extends readonly [infer First extends Modifier, ...infer Rest extends readonly Modifier[]]
  ? First extends Star<infer Const>
    ? Fold<
        IsFunction extends true ? Type : PointerTo<Type, IsConst, Dimensions, Device, K>,
        Const,
        [],
        false,
        Device,
        Said,
        Rest,
        K
      >
    : First extends Brackets<infer Length>
      ? [IsFunction, Type["kind"]] extends [true, unknown] | [unknown, "void"]
        ? DeclarationTypeError<"Cannot read an array: its elements must have a size">
        : [K["language"], "open"] extends ["c", Dimensions[number]]
          ? DeclarationTypeError<"Cannot read an array: only its first length may be left out">
          : Fold<Type, IsConst, [Length, ...Dimensions], false, Device, Said, Rest, K>
      : First extends ParameterList<infer Parameters>
        ? [IsFunction, Dimensions] extends [false, []]
          ? [Said, Device, Type["kind"]] extends [true, true, Exclude<CType["kind"], "pointer">]
            ? NeedsPointer
            : Fold<CallbackNode<Type, Parameters>, false, [], true, HasDevice<Rest>, Said, Rest, K>
          : CannotReturn
        : never
  : [Said, Device, Dimensions, Type["kind"]] extends [true, true, [], Exclude<CType["kind"], "pointer">]
    ? NeedsPointer
    : Built<Type, IsConst, Dimensions, IsFunction, Device>;

/** Whether a star says `__device__` before the next function. */
type HasDevice<List extends readonly Modifier[]> = List extends readonly [
  infer First,
  ...infer Rest extends readonly Modifier[],
]
  ? First extends Star<boolean, true>
    ? true
    : First extends ParameterList
      ? false
      : HasDevice<Rest>
  : false;

/** `const char*` is a string, but not in CUDA source, nor on a GPU. */
type PointerTo<
  Type extends CType,
  IsConst extends boolean,
  Dimensions extends readonly unknown[],
  Device extends boolean,
  K extends KnownTypes,
> = [Type, IsConst, Dimensions, Device, K["language"]] extends [
  { readonly kind: "scalar"; readonly name: "char" },
  true,
  [],
  false,
  "c",
]
  ? StringNode
  : PointerNode<Type, IsConst, Device>;

/** The product of all lengths; `undefined` if one length is missing. */
type Product<
  Dimensions extends readonly unknown[],
  Done extends LengthExpression | undefined = undefined,
> = Dimensions extends readonly [infer First, ...infer Rest]
  ? First extends LengthExpression
    ? Product<Rest, Done extends LengthExpression ? BinaryNode<"*", Done, First> : First>
    : undefined
  : Done;

/** The name of an undeclared struct that is used by value. */
type Incomplete<Type extends CType, K extends KnownTypes> = Type extends {
  readonly kind: "struct";
  readonly name: infer Tag extends string;
}
  ? Tag extends keyof K["structs"]
    ? undefined
    : Tag
  : undefined;

type NeedsPointer =
  DeclarationTypeError<"Cannot read '__device__': it needs a pointer, such as '__device__ float*'">;

type CannotReturn = DeclarationTypeError<"Cannot read a function: it cannot return an array or a function">;
