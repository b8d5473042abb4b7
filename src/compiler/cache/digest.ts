// SHA-256, the only hash of the cache. Fields are framed by label and length, so two different lists of fields never
// feed the hash the same bytes: ("ab", "c") and ("a", "bc") differ.

declare const digestBrand: unique symbol;

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export type Digest = string & { readonly [digestBrand]: true };

/** One labelled part of what is hashed. A label holds no space and no line break. */
export type Field = readonly [label: string, value: string];

/** The digest of a whole text (as UTF-8) or of bytes. */
export function digestOf(contents: string | Uint8Array): Digest {
  // Loaded here and not at the top: node:crypto is slow to load, and most programs that import CuTS hash nothing.
  return process.getBuiltinModule("node:crypto").hash("sha256", contents) as Digest;
}

/** The digest of a list of fields, in order. */
export function digestFields(fields: Iterable<Field>): Digest {
  let text = "";
  for (const [label, value] of fields) text += `${label} ${value.length}\n${value}`;
  return digestOf(text);
}
