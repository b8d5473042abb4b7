// C strings in one block of memory, and the table of their addresses, for `const char**` parameters.

import { numberAddressOf } from "../../../ffi/memory.js";

const utf8 = new TextEncoder();

export class CStrings {
  readonly count: number;
  /** The address of the table; 0 if there are no strings. Valid as long as this object is reachable. */
  readonly address: number;
  readonly #text: Uint8Array;
  readonly #table: Uint32Array;

  constructor(strings: readonly string[]) {
    this.count = strings.length;
    // Never empty and never small, so that the memory has an address that does not change.
    this.#text = new Uint8Array(128 + strings.reduce((sum, text) => sum + 3 * text.length + 1, 0));
    this.#table = new Uint32Array(32 + 2 * strings.length);
    const start = numberAddressOf(this.#text);
    let end = 0;
    for (const [index, text] of strings.entries()) {
      this.#table[2 * index] = (start + end) >>> 0;
      this.#table[2 * index + 1] = Math.floor((start + end) / 2 ** 32);
      end += utf8.encodeInto(text, this.#text.subarray(end)).written + 1;
    }
    this.address = strings.length === 0 ? 0 : numberAddressOf(this.#table);
  }

  /** Keeps this object reachable: call it after an asynchronous call that uses the strings. */
  keep(): void {
    if (this.#text.length === 0 || this.#table.length === 0)
      throw new Error("internal: strings without memory");
  }
}
