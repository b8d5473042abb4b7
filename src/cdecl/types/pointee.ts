// The arguments for pointers whose target contains no struct or table of pointers. Nodes are matched by shape, for the reason given
// in argument-of.ts.

import type { DeviceArrayArgument } from "../../core/array-argument.js";
import type { ScalarName } from "../ast.js";
import type { DevicePointer } from "./native-pointer.js";
import type {
  ConstDeviceMemory,
  ConstDeviceVoidMemory,
  DeviceMemory,
  DeviceVoidMemory,
} from "./pointer-arguments.js";

/** Chooses by whether the target is `const`. */
export type ByConst<Const, WhenConst, Else> = Const extends true ? WhenConst : Else;

/** The argument for a pointer to device memory. */
export type DeviceArgument<To, Const, Name extends string> = To extends {
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

/** The name of a pointer's target, for its brand. */
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
