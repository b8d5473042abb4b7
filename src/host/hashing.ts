// Digests and random bytes.

import * as node from "./node/hashing.js";

export interface Hashing {
  /** SHA-256, in hexadecimal digits where nothing else is asked; of text in UTF-8. */
  sha256(this: void, contents: string | Uint8Array, digits?: "hex" | "base64url"): string;
  /** Bytes that nobody can guess. */
  randomBytes(this: void, byteLength: number): Uint8Array<ArrayBuffer>;
}

export const { sha256, randomBytes }: Hashing = node;
