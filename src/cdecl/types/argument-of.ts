// From the nodes of a declaration to TypeScript types: what is passed in (ArgumentOf) and what comes back (ResultOf).
// In a callback the two change places: native code passes what otherwise comes back. Structs and pointers have nodes inside, so
// all that calls itself is in this file. Nodes are taken apart by shape and not by `extends CType`: with that recursive
// constraint the compiler never gets to the end of checking these types.

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

/** The arguments of a parameter list, as a tuple; labelled where the names are common ones. */
export type ArgumentsOf<
  List,
  K extends KnownTypes,
  Done extends readonly unknown[] = [],
> = List extends readonly [infer First, ...infer Rest]
  ? ArgumentsOf<Rest, K, [...Done, ...Labelled<NameOf<First>, ArgumentOf<TypeOf<First>, K, NameOf<First>>>]>
  : Done;

/** What is passed for a parameter of type `T`; `Name` only shows in messages. */
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

/** What a JavaScript callback returns to native code. Memory of the garbage collector's would not outlive it. */
type ReturnedBy<T, K extends KnownTypes> = T extends { readonly kind: "pointer" | "callback" }
  ? ResultOf<T, K>
  : T extends { readonly kind: "string" }
    ? DeclarationTypeError<"Cannot return a string from a callback: declare char* and return an address">
    : ArgumentOf<T, K>;

type NameOf<P> = P extends { readonly name: infer Name extends string } ? Name : "";

type TypeOf<P> = P extends { readonly type: infer Type } ? Type : never;

/** What a pointer to `To` takes. `Extent` is `many` where a length is declared: then it is an array for certain. */
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
 * An object, an array of them, their bytes, an array of the numbers that they are made of, or an address; what may be written is
 * read back, so it is exact.
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

/** The typed array of a struct whose fields are all of one type of number. */
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

/** Structs and functions that are passed by an object live until the call ends, so in a table only addresses go. */
type PointerElement<To, K extends KnownTypes> = To extends
  | { readonly kind: "callback" }
  | { readonly kind: "pointer"; readonly to: { readonly kind: "struct" } }
  ? ResultOf<To, K>
  : ArgumentOf<To, K>;

/**
 * The object that a struct is read into, with one exact type for each field. The mapped type stands in a conditional so that
 * the compiler prints the fields and not the nodes they come from.
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
 * The object that a struct is made from. It may be looser than what is read back (a number for an int64_t), except through a
 * pointer the callee may write: that object is read back, so it is exact.
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
