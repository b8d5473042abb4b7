// The protocol by which array objects show their memory to launches. Unlike core's ArrayArgument it names the storage, so that
// launches are ordered with all other work on it. NDArray and the variables of modules implement it.

import type { DType } from "../../core/dtype.js";
import type { Handle } from "../lifetimes/handle.js";
import type { Storage } from "./storage.js";

/** The key under which an array object answers with its {@link DeviceArrayAccess}. */
export const deviceArray: unique symbol = Symbol.for("cuts.deviceArray");

/**
 * An array in a storage, at the moment of asking. It never changes: where something else becomes true of an array, it answers
 * with another object, by which launches see that they must look again.
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
