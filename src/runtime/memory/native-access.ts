// An array in a storage, as native functions see it: its elements if the host sees them, else its device address.

import type { ArrayAccess, RetainedArray, ArrayLocation, ArrayMode } from "../../core/array-argument.js";
import { type DType, dtypes, type TypedArrayOf } from "../../core/dtype.js";
import type { DeviceArrayAccess } from "./device-array.js";
import { retainStorage } from "../order/native-use.js";

export class NativeAccess<D extends DType> implements ArrayAccess<D> {
  readonly dtype: D;
  readonly #array: DeviceArrayAccess;

  constructor(dtype: D, array: DeviceArrayAccess) {
    this.dtype = dtype;
    this.#array = array;
  }

  get length(): number {
    return this.#array.length;
  }

  get contiguous(): boolean {
    return this.#array.contiguous;
  }

  get readonly(): boolean {
    return this.#array.readonly;
  }

  get disposed(): boolean {
    return !this.#array.handle.isOpen;
  }

  get location(): ArrayLocation {
    const { storage } = this.#array;
    if (this.#isOnHost) return "host";
    // GPU memory that the host sees is managed memory.
    return storage.hostBytes() === undefined ? (storage.device.id as ArrayLocation) : "managed";
  }

  /** The elements on the host. Blocks until all work on the memory is over, because a native function is about to use it. */
  get typedArray(): TypedArrayOf<D> | undefined {
    const { storage, length, contiguous } = this.#array;
    if (contiguous && length > 0 && storage.hostBytes() !== undefined) storage.settleSync();
    return elementsOnHost(this.dtype, this.#array);
  }

  willWrite(): void {
    this.#array.storage.version++;
  }

  retain(mode: ArrayMode): RetainedArray<D> {
    if (mode === "write") this.willWrite();
    return {
      ...retainStorage(this.#array.storage, mode),
      typedArray: elementsOnHost(this.dtype, this.#array),
    };
  }

  get deviceAddress(): number | undefined {
    return this.#isOnHost ? undefined : this.#array.address;
  }

  get #isOnHost(): boolean {
    return this.#array.storage.device.backend.processMemory !== null;
  }
}

/** The elements of an array if the host sees them and they are contiguous; else undefined. */
export function elementsOnHost<D extends DType>(
  dtype: D,
  { length, contiguous, storage, address }: DeviceArrayAccess,
): TypedArrayOf<D> | undefined {
  if (!contiguous) return undefined;
  const { TypedArray, lanes } = dtypes[dtype];
  if (length === 0) return storage.device.backend.processMemory !== null ? new TypedArray(0) : undefined;
  const bytes = storage.hostBytes();
  return bytes && new TypedArray(bytes.buffer, bytes.byteOffset + address - storage.address, length * lanes);
}
