// The protocol by which launches find the memory of array objects. Unlike core's ArrayArgument it contains the storage, so that
// launches are ordered with all other work on it. NDArray and the variables of modules implement it.

import type { DType } from "../../core/dtype.js";
import type { Handle } from "../lifetimes/handle.js";
import type { Storage } from "./storage.js";

/** The property of an array object that returns its {@link DeviceArrayAccess}. */
export const deviceArray: unique symbol = Symbol.for("cuts.deviceArray");

/**
 * An array's place in a storage. The object is immutable: if the array changes, it returns a different object, and a launch that
 * sees the same object as before can skip its checks.
 */
export interface DeviceArrayAccess {
  readonly dtype: DType;
  /** Number of elements. */
  readonly length: number;
  /** Whether the elements lie in C order without gaps. */
  readonly contiguous: boolean;
  /** Whether kernels must not write to it. */
  readonly readonly: boolean;
  /** The lifetime of the array. */
  readonly handle: Handle;
  readonly storage: Storage;
  /** Where its first element is. */
  readonly address: number;
}

/** An array object of the runtime. */
export interface DeviceArray {
  readonly [deviceArray]: DeviceArrayAccess;
}

/** The access of an array object, or undefined for anything else. */
export function deviceArrayAccess(value: unknown): DeviceArrayAccess | undefined {
  return (value as Partial<DeviceArray> | null | undefined)?.[deviceArray];
}
