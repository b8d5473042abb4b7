// From the nodes of a declaration to TypeScript types: what is passed in (ArgumentOf) and what comes back (ResultOf).
// In a callback the two change places: native code passes what otherwise comes back. Nodes are taken apart by shape and
// not by `extends CType`: with that recursive constraint the compiler never gets to the end of checking these types.

import type { ScalarName } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { DevicePointer, NativePointer } from "./native-pointer.js";
import type { Labelled } from "./parameter-labels.js";
import type { Pointee, PointerArgument } from "./pointer-argument-of.js";
import type { ScalarArgument, ScalarResult } from "./scalar-value.js";
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
