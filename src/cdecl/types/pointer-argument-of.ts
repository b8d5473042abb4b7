// From a pointer node to what is passed for it, by what it points to; the names of the results are in
// pointer-arguments.ts. Nodes are taken apart by shape, for the reason given in argument-of.ts.

import type { DeviceArrayArgument } from "../../core/array-argument.js";
import type { HandleArgument } from "../../core/handle-argument.js";
import type { ScalarName } from "../ast.js";
import type { ArgumentOf, ResultOf } from "./argument-of.js";
import type { KnownTypes } from "./known-types.js";
import type { DevicePointer, NativePointer } from "./native-pointer.js";
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

/** What a pointer to `To` takes. `Extent` is `many` where a length is declared: then it is an array for certain. */
export type PointerArgument<
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

type ByConst<Const, WhenConst, Else> = Const extends true ? WhenConst : Else;

/** An object, an array of them, their bytes, or an address; what may be written is read back, so it is exact. */
type StructPointer<Tag extends string, Const, K extends KnownTypes, Extent> =
  | NativePointer<
      `struct ${Tag}` | "void" | (Const extends true ? `struct ${Tag} const` | "void const" : never)
    >
  | (Tag extends keyof K["structs"]
      ?
          | Uint8Array
          | (Const extends true
              ? OneOrMany<StructArgument<K["structs"][Tag], K>, Extent, "read">
              : OneOrMany<StructValue<K["structs"][Tag], K>, Extent, "write">)
      : // The handles that we have objects for.
        Tag extends "CUstream_st"
        ? HandleArgument<Tag>
        : never);

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
export type Pointee<To, Const> = Const extends true ? `${PointeeName<To>} const` : PointeeName<To>;

/** Vectors and enums count as the scalars they are made of. */
type PointeeName<To> = To extends { readonly kind: "scalar"; readonly name: infer Name extends string }
  ? Name
  : To extends { readonly kind: "vector"; readonly element: infer Element extends string }
    ? Element
    : To extends { readonly kind: "enum" }
      ? "int32"
      : To extends { readonly kind: "struct"; readonly name: infer Name extends string }
        ? `struct ${Name}`
        : To extends { readonly kind: "pointer"; readonly to: infer Inner; readonly readonly: infer Const }
          ? `${Pointee<Inner, Const>}*`
          : To extends { readonly kind: "callback" }
            ? "function"
            : To extends { readonly kind: infer Kind extends "void" | "string" }
              ? Kind
              : string;
