// Values as bytes, for other processes and for files: whatever can be cloned.

import * as node from "./node/serialization.js";

export interface Serialization {
  toBytes(this: void, value: unknown): Uint8Array<ArrayBuffer>;
  /** What was given to `toBytes`. @throws Error for other bytes. */
  fromBytes(this: void, bytes: Uint8Array): unknown;
}

export const { toBytes, fromBytes }: Serialization = node;
