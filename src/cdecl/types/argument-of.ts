// Maps the nodes of a declaration to TypeScript types: the type to pass (ArgumentOf) and the type that is returned (ResultOf). In a
// callback the two are swapped. Structs and pointers contain nodes, and all types that are recursive because of that are in this
// file. Nodes are matched by shape and not by `extends CType`, because with that recursive constraint the compiler never finishes
// checking.

import type { HandleArgument } from "../../core/handle-argument.js";
import type { ReadableTypedArray } from "../../core/readonly-typed-array.js";
import type { CType, Field, ScalarName } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { DevicePointer, NativePointer } from "./native-pointer.js";
import type { Labelled } from "./parameter-labels.js";
import type { ByConst, DeviceArgument, Pointee } from "./pointee.js";
import type {
  ConstPointer,
  ConstVoidPointer,
  HostStorage,
  Pointer,
  VoidPointer,
} from "./pointer-arguments.js";
import type { ScalarArgument, ScalarResult } from "./scalar-value.js";
import type { VectorValue } from "./vector-value.js";

/** The arguments of a parameter list, as a tuple, with labels for common parameter names. */
export type ArgumentsOf<
  List,
  K extends KnownTypes,
  Done extends readonly unknown[] = [],
> = List extends readonly [infer First, ...infer Rest]
  ? ArgumentsOf<Rest, K, [...Done, ...Labelled<NameOf<First>, ArgumentOf<TypeOf<First>, K, NameOf<First>>>]>
  : Done;

/** The argument for a parameter of type `T`; `Name` appears only in messages. */
export type ArgumentOf<T, K extends KnownTypes, Name extends string = string> = T extends {
  readonly kind: "scalar";
  readonly name: infer S extends ScalarName;
}
  ? ScalarArgument[S]
  : T extends {
        readonly kind: "pointer";
        readonly to: infer To;
        readonly readonly: infer Const;
        readonly device: infer Device;
      }
    ? T extends { readonly length: unknown }
      ? PointerArgument<To, Const, Device, K, Name, "many">
      : PointerArgument<To, Const, Device, K, Name, "one"> | null
    : T extends { readonly kind: "string" }
      ? string | null
      : T extends { readonly kind: "enum" }
        ? number
        : T extends { readonly kind: "struct"; readonly name: infer Tag extends keyof K["structs"] }
          ? StructArgument<K["structs"][Tag], K>
          : T extends {
                readonly kind: "callback";
                readonly result: infer Result;
                readonly parameters: infer List;
              }
            ? ((...args: ReceivedBy<List, K>) => ReturnedBy<Result, K>) | NativePointer<"function"> | null
            : T extends {
                  readonly kind: "vector";
                  readonly element: infer E extends ScalarName;
                  readonly lanes: infer N;
                }
              ? Readonly<VectorValue<ScalarArgument[E], N>>
              : T extends { readonly kind: "void" }
                ? void
                : never;

/** What a function with result type `T` returns. */
export type ResultOf<T, K extends KnownTypes> = T extends {
  readonly kind: "scalar";
  readonly name: infer S extends ScalarName;
}
  ? ScalarResult[S]
  : T extends { readonly kind: "void" }
    ? void
    : T extends { readonly kind: "string" }
      ? string | null
      : T extends {
            readonly kind: "pointer";
            readonly to: infer To;
            readonly readonly: infer Const;
            readonly device: infer Device;
          }
        ? (Device extends true ? DevicePointer<Pointee<To, Const>> : NativePointer<Pointee<To, Const>>) | null
        : T extends { readonly kind: "enum" }
          ? number
          : T extends { readonly kind: "struct"; readonly name: infer Tag extends keyof K["structs"] }
            ? StructValue<K["structs"][Tag], K>
            : T extends { readonly kind: "callback" }
              ? NativePointer<"function"> | null
              : T extends {
                    readonly kind: "vector";
                    readonly element: infer E extends ScalarName;
                    readonly lanes: infer N;
                  }
                ? VectorValue<ScalarResult[E], N>
                : never;

/** What native code passes to a JavaScript callback, as a tuple. */
type ReceivedBy<List, K extends KnownTypes, Done extends readonly unknown[] = []> = List extends readonly [
  infer First,
  ...infer Rest,
]
  ? ReceivedBy<Rest, K, [...Done, ...Labelled<NameOf<First>, ResultOf<TypeOf<First>, K>>]>
  : Done;

/** What a JavaScript callback returns to native code. It cannot return JavaScript memory, which might be garbage collected. */
type ReturnedBy<T, K extends KnownTypes> = T extends { readonly kind: "pointer" | "callback" }
  ? ResultOf<T, K>
  : T extends { readonly kind: "string" }
    ? DeclarationTypeError<"Cannot return a string from a callback: declare char* and return an address">
    : ArgumentOf<T, K>;

type NameOf<P> = P extends { readonly name: infer Name extends string } ? Name : "";

type TypeOf<P> = P extends { readonly type: infer Type } ? Type : never;

/** The argument for a pointer to `To`. `Extent` is `many` if a length is declared, so that it must be an array. */
type PointerArgument<
  To,
  Const,
  Device,
  K extends KnownTypes,
  Name extends string,
  Extent extends "one" | "many",
> = Device extends true
  ? DeviceArgument<To, Const, Name>
  : To extends { readonly kind: "scalar"; readonly name: infer S extends ScalarName }
    ? ByConst<Const, ConstPointer<S, Name>, Pointer<S, Name>>
    : To extends { readonly kind: "void" }
      ? ByConst<Const, ConstVoidPointer<Name>, VoidPointer<Name>>
      : To extends { readonly kind: "vector"; readonly element: infer E extends ScalarName }
        ? ByConst<Const, ConstPointer<E, Name>, Pointer<E, Name>>
        : To extends { readonly kind: "enum" }
          ? ByConst<Const, ConstPointer<"int32" | "uint32", Name>, Pointer<"int32" | "uint32", Name>>
          : To extends { readonly kind: "struct"; readonly name: infer Tag extends string }
            ? StructPointer<Tag, Const, K, Extent>
            : To extends { readonly kind: "pointer" | "string" | "callback" }
              ? PointerTable<To, Const, K>
              : NativePointer;

/**
 * The argument for a pointer to structs: an object, an array of objects, their bytes, a typed array of their numbers, or an
 * address. Objects that may be written are read back, so their type is exact.
 */
type StructPointer<Tag extends string, Const, K extends KnownTypes, Extent> =
  | NativePointer<
      `struct ${Tag}` | "void" | (Const extends true ? `struct ${Tag} const` | "void const" : never)
    >
  | (Tag extends keyof K["structs"]
      ?
          | Uint8Array
          | UniformStorage<K["structs"][Tag], Const>
          | (Const extends true
              ? OneOrMany<StructArgument<K["structs"][Tag], K>, Extent, "read">
              : OneOrMany<StructValue<K["structs"][Tag], K>, Extent, "write">)
      : // The handles that we have objects for.
        Tag extends "CUstream_st"
        ? HandleArgument<Tag>
        : never);

/** The typed array for a struct whose fields are all numbers of one type. */
type UniformStorage<Fields, Const> = Fields extends readonly {
  readonly type: { readonly kind: "scalar"; readonly name: infer S extends ScalarName };
}[]
  ? [S] extends [UnionToOne<S>]
    ? ByConst<Const, ReadableTypedArray<HostStorage[S]>, HostStorage[S]>
    : never
  : never;

/** The type itself, or never for a union. */
type UnionToOne<S, Each = S> = Each extends S ? ([S] extends [Each] ? S : never) : never;

type OneOrMany<T, Extent, Mode> =
  | (Extent extends "one" ? T : never)
  | (Mode extends "read" ? readonly T[] : T[]);

/** `T**`: an array of what each `T*` takes, or the addresses themselves. */
type PointerTable<To, Const, K extends KnownTypes> =
  | readonly (PointerElement<To, K> | null)[]
  | BigUint64Array
  | NativePointer<Pointee<To, false> | "void" | (Const extends true ? Pointee<To, true> : never)>;

/**
 * An element of a table of pointers. Structs and functions take addresses only, because those made from objects live only until the
 * call ends.
 */
type PointerElement<To, K extends KnownTypes> = To extends
  | { readonly kind: "callback" }
  | { readonly kind: "pointer"; readonly to: { readonly kind: "struct" } }
  ? ResultOf<To, K>
  : ArgumentOf<To, K>;

/**
 * The object that a struct is read into, with an exact type for each field. The mapped type is inside a conditional type so that
 * the compiler prints the fields and not their nodes.
 */
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

/**
 * The object that a struct is made from. Its types may be looser than those read back (a number for an int64_t), except behind a
 * pointer that the callee may write: such an object is read back, so its type is exact.
 */
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

/** The value of a field. A pointer in a struct may outlive the call, so the field takes an address and not an array. */
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
