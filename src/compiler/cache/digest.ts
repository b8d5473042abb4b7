// SHA-256, the only hash of the cache. Fields are framed by label and length, so two different lists of fields never
// feed the hash the same bytes: ("ab", "c") and ("a", "bc") differ.

import { createHash } from "node:crypto";

declare const digestBrand: unique symbol;

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export type Digest = string & { readonly [digestBrand]: true };

/** One labelled part of what is hashed. A label holds no space and no line break. */
export type Field = readonly [label: string, value: string | Uint8Array];

/** The digest of a whole text (as UTF-8) or of bytes. */
export function digestOf(contents: string | Uint8Array): Digest {
  return createHash("sha256").update(contents).digest("hex") as Digest;
}

/** The digest of a list of fields, in order. */
export function digestFields(fields: Iterable<Field>): Digest {
  const hash = createHash("sha256");
  for (const [label, value] of fields) {
    const byteLength = typeof value === "string" ? Buffer.byteLength(value) : value.byteLength;
    hash.update(`${label} ${byteLength}\n`).update(value);
  }
  return hash.digest("hex") as Digest;
}
