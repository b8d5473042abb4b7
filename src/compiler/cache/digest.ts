// The hashes of the cache. SHA-256 identifies contents but takes milliseconds to load. A first launch therefore looks entries up by a
// quick hash and compares what was hashed. Fields have labels and lengths, so ("ab", "c") and ("a", "bc") differ.

import { sha256 } from "../../host/hashing.js";

declare const digestBrand: unique symbol;
declare const quickBrand: unique symbol;

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export type Digest = string & { readonly [digestBrand]: true };

/** 64 bits as 16 lower-case hexadecimal digits. */
export type QuickHash = string & { readonly [quickBrand]: true };

/** One labelled part of what is hashed. A label holds no space and no line break. */
export type Field = readonly [label: string, value: string];

/** The digest of a whole text (as UTF-8) or of bytes. */
export function digestOf(contents: string | Uint8Array): Digest {
  // Loaded here and not at the top: node:crypto is slow to load, and most programs that import CuTS hash nothing.
  return sha256(contents) as Digest;
}

/** A list of fields as one text. */
export function framed(fields: Iterable<Field>): string {
  let text = "";
  for (const [label, value] of fields) text += `${label} ${value.length}\n${value}`;
  return text;
}

/** The digest of a list of fields, in order. */
export function digestFields(fields: Iterable<Field>): Digest {
  return digestOf(framed(fields));
}

/** A hash of a text that is quick to load and to run. */
export function quickHash(text: string): QuickHash {
  const state = new Mixer();
  for (let i = 0; i < text.length; i++) state.add(text.charCodeAt(i));
  const [low, high] = state.end(text.length);
  const hex = (word: number): string => word.toString(16).padStart(8, "0");
  return (hex(high) + hex(low)) as QuickHash;
}

/** A checksum of words: it tells damaged bytes from whole ones, not chosen bytes from others. */
export function checksumOf(words: Uint32Array): readonly [low: number, high: number] {
  const state = new Mixer();
  for (let i = 0; i < words.length; i++) state.add(words[i] as number);
  return state.end(words.length);
}

// Two lanes of multiply and fold, each of which maps different words to different states; a last round spreads the bits.
class Mixer {
  #a = 0x243f6a88;
  #b = 0x85a308d3;

  add(word: number): void {
    const a = Math.imul(this.#a ^ word, 0x9e3779b1);
    this.#a = a ^ (a >>> 15);
    const b = Math.imul((this.#b << 13) ^ (this.#b >>> 19) ^ word, 0x85ebca77);
    this.#b = b ^ (b >>> 13);
  }

  end(length: number): readonly [low: number, high: number] {
    const low = spread(this.#a ^ length);
    return [low, spread(this.#b ^ low)];
  }
}

function spread(word: number): number {
  let x = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
