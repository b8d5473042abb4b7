// The protocol by which an array object (NDArray, Vec, a view of native memory) is passed to native functions and kernels without
// the layers knowing each other. The array object has an ArrayAccess under one symbol, and the caller of native code reads it.
// Plain typed arrays need no protocol. The type parameters say what an array *may* be: a definite mismatch (GPU memory for a host
// pointer, read-only data for a writing one) is a compile error, and a possible one is checked at run time.

import type { DType, TypedArrayOf } from "./dtype.js";

/** The property of an array object that returns its {@link ArrayAccess}. */
export const arrayArgument: unique symbol = Symbol.for("cuts.arrayArgument");

/** Who can follow a pointer into the array: code on the host, code on a GPU. */
export type ArrayPlace = "host" | "device";

/** What may be done through a pointer into the array. */
export type ArrayMode = "read" | "write";

/** Where the memory lives; `managed` memory is seen by the host and by the GPUs. */
export type ArrayLocation = "host" | "managed" | `cuda:${number}`;

/** Memory of an array that is retained for a native call on another thread, until it is released. */
export interface RetainedArray<D extends DType = DType> {
  /** Settles when the work submitted on the array before is done; rejects with that work's error. */
  readonly ready: Promise<void>;
  /** The elements, as in {@link ArrayAccess.typedArray}. They may be used when `ready` has settled. */
  readonly typedArray: TypedArrayOf<D> | undefined;
  /** Ends the use, because the call is over. */
  release(): void;
}

/**
 * An array as native code sees it now. It must not be kept, because the array may be disposed or grow. It may be the same object
 * each time or a new one.
 */
export interface ArrayAccess<
  D extends DType = DType,
  P extends ArrayPlace = ArrayPlace,
  M extends ArrayMode = ArrayMode,
> {
  readonly dtype: D;
  /** Number of elements, complex ones counted once. */
  readonly length: number;
  /** Whether the elements lie in C order without gaps. */
  readonly contiguous: boolean;
  /** Whether writing is forbidden. */
  readonly readonly: boolean;
  /** Whether the array was disposed. If so, nothing else may be used. */
  readonly disposed: boolean;
  readonly location: ArrayLocation;
  /** Exactly the elements of the array; undefined if only a GPU sees the memory, or it is not contiguous. */
  readonly typedArray: TypedArrayOf<D> | undefined;
  /** The address of the first element for a GPU; undefined for plain host memory. */
  readonly deviceAddress: number | bigint | undefined;
  /**
   * Retains the memory for a call on another thread, even if the array is disposed. Work submitted before the release waits for it
   * if the call or the work writes.
   */
  retain(mode: ArrayMode): RetainedArray<D>;
  /**
   * Called before a native call on this thread that may write the elements, so that code which saved the elements can see that they
   * changed.
   */
  willWrite?(): void;
  /** Never set. It makes `P` and `M` contravariant in the type, so that an array is accepted for anything that it may be. */
  readonly accepts?: (place: P, mode: M) => void;
}

/**
 * An array object that can be passed to native code. `P` and `M` are everything it may be. GPU memory is `<D, "device">`; an array
 * whose place is known only at run time is `<D>`.
 */
export interface ArrayArgument<
  D extends DType = DType,
  P extends ArrayPlace = ArrayPlace,
  M extends ArrayMode = ArrayMode,
> {
  readonly [arrayArgument]: ArrayAccess<D, P, M>;
}

/** What a host pointer parameter accepts: `M` is `"read"` for `const T*`, `"write"` for `T*`. */
export type HostArrayArgument<D extends DType, M extends ArrayMode> = ArrayArgument<D, "host", M>;

/** What a `__device__` pointer parameter accepts: `M` is `"read"` for `const T*`, `"write"` for `T*`. */
export type DeviceArrayArgument<D extends DType, M extends ArrayMode> = ArrayArgument<D, "device", M>;

/** Whether `value` is an array object of this protocol. */
export function isArrayArgument(value: unknown): value is ArrayArgument {
  return typeof value === "object" && value !== null && arrayArgument in value;
}
