// Texts that the runtime hands to a program and that stay valid: names and explanations of errors, names of kernels.

import type { GuestMemory } from "./guest-memory.js";

const POOL_BYTES = 4096;

export class TextPool {
  readonly #guest: GuestMemory;
  readonly #allocate: (byteLength: number) => number;
  readonly #known = new Map<string, number>();
  #next = 0;
  #end = 0;

  constructor(guest: GuestMemory, allocate: (byteLength: number) => number) {
    this.#guest = guest;
    this.#allocate = allocate;
  }

  /** The address of a text with its NUL. */
  address(text: string): number {
    let address = this.#known.get(text);
    if (address === undefined) {
      const byteLength = 4 * text.length + 1;
      if (this.#next + byteLength > this.#end) {
        this.#next = this.#allocate(Math.max(POOL_BYTES, byteLength));
        this.#end = this.#next + Math.max(POOL_BYTES, byteLength);
      }
      address = this.#next;
      this.#next += this.#guest.setText(address, text);
      this.#known.set(text, address);
    }
    return address;
  }
}
