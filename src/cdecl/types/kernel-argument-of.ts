// The argument types of kernel parameters. A pointer takes an array object regardless of where its memory is, because a kernel runs
// where its arrays are, which is checked at run time. `run` mode also takes plain typed arrays.

import type { ArrayArgument, ArrayMode } from "../../core/array-argument.js";
import type { Complex, DType, TypedArray } from "../../core/dtype.js";
import type { ReadableTypedArray } from "../../core/readonly-typed-array.js";
import type { Field, ScalarName } from "../ast.js";
import type { InKernel } from "./kernel-scope.js";
import type { NoNames } from "./known-types.js";
import type { DevicePointer } from "./native-pointer.js";
import type { HostStorage, ScalarDType, WritablePointee } from "./pointer-arguments.js";
import type { ParseFields } from "./parse-fields.js";
import type { ScalarArgument } from "./scalar-value.js";
import type { AfterLast, SkipBlank } from "./text.js";
import type { VectorTuple, VectorValue } from "./vector-value.js";

/** In `launch` mode arrays are on the kernel's device; in `run` mode typed arrays are copied there and back. */
export type KernelMode = "launch" | "run";

/**
 * An array object for a kernel. Only `ArrayArgument` is required. The other members resemble those of arrays, so that the compiler
 * compares a wrong array with this type and not with an address, and its message ends with the two dtypes.
 */
interface KernelArray<D extends DType, M extends ArrayMode>
  extends ArrayArgument<D, never, M>,
    NamesOfArrays {
  readonly dtype?: D;
}

type NamesOfArrays = {
  readonly [Name in ArrayWord]?: unknown;
};

type ArrayWord =
  | "add"
  | "argmax"
  | "argmin"
  | "argsort"
  | "astype"
  | "clip"
  | "copy"
  | "cumprod"
  | "cumsum"
  | "data"
  | "dataSync"
  | "device"
  | "disposed"
  | "div"
  | "dot"
  | "item"
  | "itemSync"
  | "matmul"
  | "max"
  | "mean"
  | "memory"
  | "min"
  | "mul"
  | "ndim"
  | "pow"
  | "prod"
  | "ravel"
  | "reshape"
  | "shape"
  | "size"
  | "squeeze"
  | "std"
  | "storage"
  | "strides"
  | "sub"
  | "sum"
  | "take"
  | "to"
  | "tolist"
  | "transpose"
  | "var";

/**
 * Host memory where a launch requires an array. Nothing is assignable to it. It makes the compiler compare lists and typed arrays
 * with this type, so that its message ends with what to do.
 */
interface HostMemory extends NamesOfLists {
  readonly length: "a launch takes arrays of a device, cu.array(values); typed arrays are for .run()";
}

type NamesOfLists = {
  readonly [Name in
    | "fill"
    | "filter"
    | "find"
    | "indexOf"
    | "join"
    | "map"
    | "reduce"
    | "slice"
    | "some"]?: unknown;
};

/** `T*` of a kernel: an array object of that dtype that may be written, or an address on the device. */
export type KernelPointer<S extends ScalarName, _Name extends string = string> =
  | KernelArray<ScalarDType[S], "write">
  | HostMemory
  | DevicePointer<S | "void">;

/** `const T*` of a kernel: an array object of that dtype, or an address on the device. */
export type ConstKernelPointer<S extends ScalarName, _Name extends string = string> =
  | KernelArray<ScalarDType[S], "read">
  | HostMemory
  | DevicePointer<S | `${S} const` | "void" | "void const">;

/** `T*` of a kernel in `run` mode: a typed array is copied in and back. */
export type KernelRunPointer<S extends ScalarName, _Name extends string = string> =
  | HostStorage[S]
  | KernelArray<ScalarDType[S], "write">
  | DevicePointer<S | "void">;

/** `const T*` of a kernel in `run` mode: a typed array is copied in. */
export type ConstKernelRunPointer<S extends ScalarName, _Name extends string = string> =
  | ReadableTypedArray<HostStorage[S]>
  | KernelArray<ScalarDType[S], "read">
  | DevicePointer<S | `${S} const` | "void" | "void const">;

/** A value of a type that only the CUDA compiler knows: a number, or the bytes of the value. */
export type KernelOpaqueValue = number | bigint | boolean | Complex | ArrayBufferView | ArrayBufferLike;

/** Any kernel argument that is not memory. */
export type KernelValue =
  | KernelOpaqueValue
  | DevicePointer
  | null
  | readonly number[]
  | Readonly<Record<string, number>>;

/** The argument for a parameter of type `T`; `Name` appears only in messages. */
export type KernelArgumentOf<
  T,
  Mode extends KernelMode,
  Name extends string,
  Source extends string = "",
> = T extends {
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
        : T extends { readonly kind: "opaque"; readonly text: infer Text extends string }
          ? KernelOpaqueValue | KernelStruct<Text, Source>
          : KernelOpaqueValue;

/** A struct by its fields, if the source declares it in a simple form: `struct params { float* data; int n; };`. */
type KernelStruct<Name extends string, Source extends string> =
  StructBody<Source, Name> extends infer Body extends string
    ? ParseFields<Body, InKernel<Source, NoNames>> extends infer Fields
      ? Fields extends readonly Field[]
        ? FieldArguments<Fields, Body, Source>
        : never
      : never
    : never;

/** The text between the braces of `struct name { … }` or `typedef struct { … } name`. */
type StructBody<
  Source extends string,
  Name extends string,
> = Source extends `${string}struct ${Name}${infer After}`
  ? SkipBlank<After> extends `{${infer Body}}${string}`
    ? Body
    : undefined
  : Source extends `${infer Before}} ${Name};${string}`
    ? AfterLast<Before, "typedef struct"> extends `${string}{${infer Body}`
      ? Body
      : undefined
    : undefined;

/**
 * The value of each field. In kernels the parser reads an array as a pointer, so the brackets after the name distinguish the two.
 * The mapped type is inside a conditional type so that the compiler prints the fields.
 */
type FieldArguments<
  Fields extends readonly Field[],
  Body extends string,
  Source extends string,
> = Fields extends readonly Field[]
  ? {
      readonly [F in Fields[number] as F["name"]]: [Body, F["type"]] extends [
        `${string}${" " | "*" | "," | "\n" | "\t"}${F["name"]}${"" | " "}[${string}`,
        { readonly kind: "pointer"; readonly to: infer Element },
      ]
        ? readonly KernelArgumentOf<Element, "launch", F["name"], Source>[] | TypedArray
        : KernelArgumentOf<F["type"], "launch", F["name"], Source>;
    }
  : never;

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
      ? KernelArray<"uint64", ModeOf<Const>> | DevicePointer
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

/** `float2` has the layout of a complex number, so a complex array is accepted for `float2*`. */
type ComplexArray<E extends ScalarName, Const> = E extends "float32"
  ? KernelArray<"complex64", ModeOf<Const>>
  : E extends "float64"
    ? KernelArray<"complex128", ModeOf<Const>>
    : never;

type ModeOf<Const> = Const extends true ? "read" : "write";
