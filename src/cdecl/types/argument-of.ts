// From the nodes of a declaration to TypeScript types: what is passed in (ArgumentOf) and what comes back (ResultOf).
// In a callback the two change places: native code passes what otherwise comes back. Nodes are taken apart by shape and
// not by `extends CType`: with that recursive constraint the compiler never gets to the end of checking these types.

import type { DeviceArrayArgument } from "../../core/array-argument.js";
import type { Complex } from "../../core/dtype.js";
import type { ScalarName } from "../ast.js";
import type { KnownTypes } from "./known-types.js";
import type { DevicePointer, NativePointer } from "./native-pointer.js";
import type { Labelled } from "./parameter-labels.js";
import type {
  ConstDeviceMemory,
  ConstDeviceVoidMemory,
  ConstPointer,
  ConstVoidPointer,
  DeviceMemory,
  DeviceVoidMemory,
  Pointer,
  VoidPointer,
} from "./pointer-arguments.js";
import type { StructArgument, StructValue } from "./struct-value.js";
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
  : T extends { readonly kind: "pointer"; readonly to: infer To; readonly readonly: infer Const; readonly device: infer Device }
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
            ? ((...args: ReceivedBy<List, K>) => ArgumentOf<Result, K>) | NativePointer<"function"> | null
            : T extends { readonly kind: "vector"; readonly element: infer E extends ScalarName; readonly lanes: infer N }
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
              : T extends { readonly kind: "vector"; readonly element: infer E extends ScalarName; readonly lanes: infer N }
                ? VectorValue<ScalarResult[E], N>
                : never;

/** What native code passes to a JavaScript callback, as a tuple. */
type ReceivedBy<
  List,
  K extends KnownTypes,
  Done extends readonly unknown[] = [],
> = List extends readonly [infer First, ...infer Rest]
  ? ReceivedBy<Rest, K, [...Done, ...Labelled<NameOf<First>, ResultOf<TypeOf<First>, K>>]>
  : Done;

/** `Extent` is `many` where the declaration gives a length: the argument is an array for certain. */
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
          ? ByConst<Const, ConstPointer<"int32", Name>, Pointer<"int32", Name>>
          : To extends { readonly kind: "struct"; readonly name: infer Tag extends string }
            ? StructPointer<Tag, Const, K, Extent>
            : To extends { readonly kind: "pointer" | "string" | "callback" }
              ? PointerTable<To, Const, K>
              : NativePointer;

type ByConst<Const, WhenConst, Else> = Const extends true ? WhenConst : Else;

/** An object, an array of them, their bytes, or an address; what may be written is read back, so it is exact. */
type StructPointer<Tag extends string, Const, K extends KnownTypes, Extent> =
  | NativePointer<`struct ${Tag}` | "void" | (Const extends true ? `struct ${Tag} const` | "void const" : never)>
  | (Tag extends keyof K["structs"]
      ?
          | Uint8Array
          | (Const extends true
              ? OneOrMany<StructArgument<K["structs"][Tag], K>, Extent, "read">
              : OneOrMany<StructValue<K["structs"][Tag], K>, Extent, "write">)
      : never);

type OneOrMany<T, Extent, Mode> = (Extent extends "one" ? T : never) | (Mode extends "read" ? readonly T[] : T[]);

/** `T**`: an array of what each `T*` takes, or the addresses themselves. */
type PointerTable<To, Const, K extends KnownTypes> =
  | (Const extends true ? readonly (ArgumentOf<To, K> | null)[] : (ArgumentOf<To, K> | null)[])
  | BigUint64Array
  | NativePointer<Pointee<To, false> | "void" | (Const extends true ? Pointee<To, true> : never)>;

type DeviceArgument<To, Const, Name extends string> = To extends {
  readonly kind: "scalar" | "vector";
  readonly name: infer S;
}
  ? S extends ScalarName
    ? ByConst<Const, ConstDeviceMemory<S, Name>, DeviceMemory<S, Name>>
    : To extends { readonly element: infer E extends ScalarName }
      ? ByConst<Const, ConstDeviceMemory<E, Name>, DeviceMemory<E, Name>>
      : never
  : To extends { readonly kind: "pointer" }
    ? DeviceArrayArgument<"uint64", Const extends true ? "read" : "write"> | DevicePointer
    : ByConst<Const, ConstDeviceVoidMemory<Name>, DeviceVoidMemory<Name>>;

/** The name of what a pointer points to, for its brand. */
type Pointee<To, Const> = Const extends true ? `${PointeeName<To>} const` : PointeeName<To>;

type PointeeName<To> = To extends { readonly kind: "scalar" | "vector"; readonly name: infer Name extends string }
  ? Name
  : To extends { readonly kind: infer Kind extends "struct" | "enum"; readonly name: infer Name extends string }
    ? `${Kind} ${Name}`
    : To extends { readonly kind: "pointer"; readonly to: infer Inner; readonly readonly: infer Const }
      ? `${Pointee<Inner, Const>}*`
      : To extends { readonly kind: "callback" }
        ? "function"
        : To extends { readonly kind: infer Kind extends "void" | "string" }
          ? Kind
          : string;

type NameOf<P> = P extends { readonly name: infer Name extends string } ? Name : "";

type TypeOf<P> = P extends { readonly type: infer Type } ? Type : never;

interface ScalarArgument extends ScalarResultBase {
  long: number | bigint;
  ulong: number | bigint;
  int64: number | bigint;
  uint64: number | bigint;
  size: number | bigint;
  ssize: number | bigint;
}

interface ScalarResult extends ScalarResultBase {
  long: bigint;
  ulong: bigint;
  int64: bigint;
  uint64: bigint;
  size: number;
  ssize: number;
}

interface ScalarResultBase {
  bool: boolean;
  char: number;
  int8: number;
  uint8: number;
  int16: number;
  uint16: number;
  int32: number;
  uint32: number;
  float16: number;
  bfloat16: number;
  float32: number;
  float64: number;
  complex64: Complex;
  complex128: Complex;
}
