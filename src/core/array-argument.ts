// The protocol by which an array object (NDArray, Vec, a view of native memory) is handed to native functions and
// kernels without the layers knowing each other: whoever owns memory answers under one symbol with an ArrayAccess,
// whoever calls native code reads it. Plain typed arrays need no protocol.
// The type parameters say what an array *may* be, so a definite mismatch (GPU memory for a host pointer, read-only
// data for a writing one) is a compile error, and a possible one is left to the run-time check.

import type { DType, TypedArrayOf } from "./dtype.js";

/** The key under which an array object answers with its {@link ArrayAccess}. */
export const arrayArgument: unique symbol = Symbol.for("cuts.arrayArgument");

/** Who can follow a pointer into the array: code on the host, code on a GPU. */
export type ArrayPlace = "host" | "device";

/** What may be done through a pointer into the array. */
export type ArrayMode = "read" | "write";

/** Where the memory lives; `managed` memory is seen by the host and by the GPUs. */
export type ArrayLocation = "host" | "managed" | `cuda:${number}`;

/** Memory of an array that a native call on another thread uses, from the moment of asking until it is released. */
export interface RetainedArray<D extends DType = DType> {
  /** Settles when the work that was given to the array before is done; rejects with what that work failed with. */
  readonly ready: Promise<void>;
  /** The elements as {@link ArrayAccess.typedArray} has them; they are there when `ready` has settled. */
  readonly typedArray: TypedArrayOf<D> | undefined;
  /** The call is over. */
  release(): void;
}

/**
 * An array as native code sees it, at the moment of asking. It may be a fresh object or the same one each time, and it
 * must not be kept: the array may be disposed or grow.
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
  /** Whether the memory was given back; nothing else may be used then. */
  readonly disposed: boolean;
  readonly location: ArrayLocation;
  /** The elements, exactly, where the host sees them; undefined for memory only a GPU sees, or not contiguous. */
  readonly typedArray: TypedArrayOf<D> | undefined;
  /** The address of the first element where a GPU sees it; undefined for plain host memory. */
  readonly deviceAddress: number | bigint | undefined;
  /**
   * Keeps the memory for a call on another thread, whatever becomes of the array meanwhile. Work that is given to the array
   * before that is released waits for that, where one of the two writes.
   */
  retain(mode: ArrayMode): RetainedArray<D>;
  /** A call that may write the elements is about to be made on this thread: whoever has saved them sees that they changed. */
  willWrite?(): void;
  /** Never there: it makes `P` and `M` contravariant, so that an array is accepted for anything it may be. */
  readonly accepts?: (place: P, mode: M) => void;
}

/**
 * An array object that can be passed to native code. `P` and `M` are everything it may be: memory on a GPU that only
 * kernels write is `<D, "device">`, an array whose place is known at run time only is `<D>`.
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
