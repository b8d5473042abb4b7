// What a launch takes for one kernel parameter. A pointer takes an array object wherever its memory is: a kernel runs
// where its arrays are, which is checked at run time. `run` mode takes plain typed arrays as well.

import type { ArrayArgument } from "../../core/array-argument.js";
import type { Complex, DType, TypedArray } from "../../core/dtype.js";
import type { ReadableTypedArray } from "../../core/readonly-typed-array.js";
import type { ScalarName } from "../ast.js";
import type { DevicePointer } from "./native-pointer.js";
import type { HostStorage, ScalarDType, WritablePointee } from "./pointer-arguments.js";
import type { ScalarArgument } from "./scalar-value.js";
import type { VectorTuple, VectorValue } from "./vector-value.js";

/** `launch`: arrays are where the kernel runs; `run`: typed arrays are copied there and back. */
export type KernelMode = "launch" | "run";

/** `T*` of a kernel: an array object of that dtype that may be written, or an address on the device. */
export type KernelPointer<S extends ScalarName, _Name extends string = string> =
  | ArrayArgument<ScalarDType[S], never, "write">
  | DevicePointer<S | "void">;

/** `const T*` of a kernel: an array object of that dtype, or an address on the device. */
export type ConstKernelPointer<S extends ScalarName, _Name extends string = string> =
  | ArrayArgument<ScalarDType[S], never, "read">
  | DevicePointer<S | `${S} const` | "void" | "void const">;

/** `T*` of a kernel that is run on host data: a typed array is copied in and back. */
export type KernelRunPointer<S extends ScalarName, _Name extends string = string> =
  | HostStorage[S]
  | ArrayArgument<ScalarDType[S], never, "write">
  | DevicePointer<S | "void">;

/** `const T*` of a kernel that is run on host data: a typed array is copied in. */
export type ConstKernelRunPointer<S extends ScalarName, _Name extends string = string> =
  | ReadableTypedArray<HostStorage[S]>
  | ArrayArgument<ScalarDType[S], never, "read">
  | DevicePointer<S | `${S} const` | "void" | "void const">;

/** A value of a type that only the CUDA compiler knows: a number, or the bytes of the value. */
export type KernelOpaqueValue = number | bigint | boolean | Complex | ArrayBufferView | ArrayBufferLike;

/** Anything but memory that can be an argument of a kernel. */
export type KernelValue =
  | KernelOpaqueValue
  | DevicePointer
  | null
  | readonly number[]
  | Readonly<Record<string, number>>;

/** The argument for a parameter of type `T`; `Name` only shows in messages. */
export type KernelArgumentOf<T, Mode extends KernelMode, Name extends string> = T extends {
  readonly kind: "scalar";
  readonly name: infer S extends ScalarName;
}
  ? ScalarArgument[S]
  : T extends { readonly kind: "pointer"; readonly to: infer To; readonly readonly: infer Const }
    ? PointerOf<To, Const, Mode, Name> | null
    : T extends {
          readonly kind: "vector";
          readonly element: infer E extends ScalarName;
          readonly lanes: infer Lanes;
        }
      ? VectorTuple<ScalarArgument[E], Lanes> | Readonly<VectorValue<ScalarArgument[E], Lanes>>
      : T extends { readonly kind: "callback" }
        ? DevicePointer
        : KernelOpaqueValue;

type PointerOf<To, Const, Mode extends KernelMode, Name extends string> = To extends {
  readonly kind: "scalar";
  readonly name: infer S extends ScalarName;
}
  ? ScalarPointer<S, Const, Mode, Name>
  : To extends {
        readonly kind: "vector";
        readonly element: infer E extends ScalarName;
        readonly lanes: infer Lanes;
      }
    ? ScalarPointer<E, Const, Mode, Name> | (Lanes extends 2 ? ComplexArray<E, Const> : never)
    : To extends { readonly kind: "pointer" | "callback" }
      ? ArrayArgument<"uint64", never, ModeOf<Const>> | DevicePointer
      : AnyPointer<Const, Mode>;

type ScalarPointer<
  S extends ScalarName,
  Const,
  Mode extends KernelMode,
  Name extends string,
> = Mode extends "run"
  ? Const extends true
    ? ConstKernelRunPointer<S, Name>
    : KernelRunPointer<S, Name>
  : Const extends true
    ? ConstKernelPointer<S, Name>
    : KernelPointer<S, Name>;

/** `void*`, and a pointer to what only the compiler knows: memory of any dtype. */
type AnyPointer<Const, Mode extends KernelMode> =
  | ArrayArgument<DType, never, ModeOf<Const>>
  | DevicePointer<Const extends true ? string : WritablePointee>
  | (Mode extends "run" ? (Const extends true ? ReadableTypedArray : TypedArray) : never);

/** `float2` has the layout of a complex number, so an array of those goes for a `float2*`. */
type ComplexArray<E extends ScalarName, Const> = E extends "float32"
  ? ArrayArgument<"complex64", never, ModeOf<Const>>
  : E extends "float64"
    ? ArrayArgument<"complex128", never, ModeOf<Const>>
    : never;

type ModeOf<Const> = Const extends true ? "read" : "write";
