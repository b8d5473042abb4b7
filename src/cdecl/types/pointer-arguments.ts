// The argument types of pointer parameters. Their names appear in compiler messages: `ConstPointer<"float32", "a">` is parameter
// `a` of type `const float*`. The second type argument has no other purpose.

import type { DeviceArrayArgument, HostArrayArgument } from "../../core/array-argument.js";
import type { DType, TypedArray } from "../../core/dtype.js";
import type { ReadableTypedArray } from "../../core/readonly-typed-array.js";
import type { ScalarName, Scalars } from "../scalars.js";
import type { DevicePointer, NativePointer } from "./native-pointer.js";

/** `T*`: memory the function may write; the exact typed array, an array object on the host, or an address. */
export type Pointer<S extends ScalarName, _Name extends string = string> =
  | HostStorage[S]
  | HostArrayArgument<ScalarDType[S], "write">
  | NativePointer<S | "void">;

/** `const T*`: memory the function only reads; read-only arrays too. */
export type ConstPointer<S extends ScalarName, _Name extends string = string> =
  | ReadableTypedArray<HostStorage[S]>
  | HostArrayArgument<ScalarDType[S], "read">
  | NativePointer<S | `${S} const` | "void" | "void const">;

/** `void*`: writable memory of any kind. */
export type VoidPointer<_Name extends string = string> =
  | TypedArray
  | DataView
  | ArrayBufferLike
  | HostArrayArgument<DType, "write">
  | NativePointer<WritablePointee>;

/** `const void*`: memory of any kind. */
export type ConstVoidPointer<_Name extends string = string> =
  | ReadableTypedArray
  | DataView
  | ArrayBufferLike
  | HostArrayArgument<DType, "read">
  | NativePointer;

/** `__device__ T*`: memory on a GPU that the function may write; never a typed array. */
export type DeviceMemory<S extends ScalarName, _Name extends string = string> =
  | DeviceArrayArgument<ScalarDType[S], "write">
  | DevicePointer<S | "void">;

/** `__device__ const T*`: memory on a GPU that the function only reads. */
export type ConstDeviceMemory<S extends ScalarName, _Name extends string = string> =
  | DeviceArrayArgument<ScalarDType[S], "read">
  | DevicePointer<S | `${S} const` | "void" | "void const">;

/** `__device__ void*`: writable memory of any kind on a GPU. */
export type DeviceVoidMemory<_Name extends string = string> =
  | DeviceArrayArgument<DType, "write">
  | DevicePointer<WritablePointee>;

/** `__device__ const void*`: memory of any kind on a GPU. */
export type ConstDeviceVoidMemory<_Name extends string = string> =
  | DeviceArrayArgument<DType, "read">
  | DevicePointer;

/** The dtypes that an array object may have for this C scalar; `long` and `size_t` are those of 64-bit Unix. */
export type ScalarDType = { readonly [S in ScalarName]: Scalars[S]["dtypes"][number] };

/** The typed arrays that store this scalar. C does not define whether `char` is signed. */
export interface HostStorage {
  bool: Uint8Array;
  char: Int8Array | Uint8Array;
  int8: Int8Array;
  uint8: Uint8Array | Uint8ClampedArray;
  int16: Int16Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  long: BigInt64Array;
  ulong: BigUint64Array;
  int64: BigInt64Array;
  uint64: BigUint64Array;
  size: BigUint64Array;
  ssize: BigInt64Array;
  float16: Uint16Array;
  bfloat16: Uint16Array;
  float32: Float32Array;
  float64: Float64Array;
  complex64: Float32Array;
  complex128: Float64Array;
}

/** The target of a pointer that is not const. */
export type WritablePointee = ScalarName | "void" | "string" | "function" | `struct ${string}` | `${string}*`;
