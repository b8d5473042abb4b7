// Hashes and random bytes.

import * as node from "./node/hashing.js";

export interface Hashing {
  /** SHA-256 of bytes, or of a text in UTF-8; hexadecimal by default. */
  sha256(this: void, contents: string | Uint8Array, digits?: "hex" | "base64url"): string;
  /** Cryptographically secure random bytes. */
  randomBytes(this: void, byteLength: number): Uint8Array<ArrayBuffer>;
}

export const { sha256, randomBytes }: Hashing = node;
