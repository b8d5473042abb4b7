// Serializes values for other processes and for files: everything that structured clone supports.

import * as node from "./node/serialization.js";

export interface Serialization {
  toBytes(this: void, value: unknown): Uint8Array<ArrayBuffer>;
  /** Restores a value from the bytes of `toBytes`. @throws Error for other bytes. */
  fromBytes(this: void, bytes: Uint8Array): unknown;
}

export const { toBytes, fromBytes }: Serialization = node;
