// What is known of each byte of a device's memory. It lies in a WebAssembly memory of its own, which fast-path.c and TypeScript both
// read. The memory is a shared one, so old views stay valid when it grows.

import { CutsError } from "../../../core/errors.js";
import { FreeRanges } from "../machine/free-ranges.js";
import { PLACE, STATE } from "./fast-path.gen.js";

const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;
const MAX_BYTES = (MAX_PAGES - 1) * PAGE_BYTES;
/** What can do without is refused from here on, so that there is room for what cannot. */
const MOST_OPTIONAL_BYTES = 0.75 * MAX_BYTES;
const ALIGNMENT = 16;
const STEP_BYTES = 2 ** 20;

export class ShadowMemory {
  readonly memory = new WebAssembly.Memory({
    initial: PLACE.HEAP_AT / PAGE_BYTES,
    maximum: MAX_PAGES,
    shared: true,
  });
  readonly #free = new FreeRanges();
  #usedBytes = 0;
  #words = new Int32Array(this.memory.buffer);

  constructor() {
    this.#free.add(PLACE.HEAP_AT, MAX_BYTES);
  }

  /** The whole memory; fresh after an allocation. */
  get words(): Int32Array {
    return this.#words;
  }

  /** Bytes from an address on, without a copy. */
  view(address: number, byteLength: number): Uint8Array {
    return new Uint8Array(this.#words.buffer, address, byteLength);
  }

  /** A field of the state that holds for the whole launch. */
  state(field: Exclude<keyof typeof STATE, "words">): number {
    return this.#words[PLACE.STATE_AT / 4 + STATE[field]] as number;
  }

  setState(field: Exclude<keyof typeof STATE, "words">, value: number): void {
    this.#words[PLACE.STATE_AT / 4 + STATE[field]] = value;
  }

  /** Memory with zeros; 0 where there is none to spare. */
  tryAllocate(byteLength: number): number {
    return this.#usedBytes + byteLength > MOST_OPTIONAL_BYTES ? 0 : this.#take(byteLength);
  }

  /** The same; throws CutsError `CUTS_OUT_OF_MEMORY` when there is none at all. */
  allocate(byteLength: number): number {
    const address = this.#take(byteLength);
    if (address !== 0) return address;
    throw new CutsError(
      "CUTS_OUT_OF_MEMORY",
      `Cannot check the launch: there is no memory for what is known of its threads (${byteLength} bytes were asked for)\nTry: check a launch with fewer blocks or smaller arrays.`,
    );
  }

  /** Gives memory back. */
  free(address: number, byteLength: number): void {
    const size = rounded(byteLength);
    this.#usedBytes -= size;
    this.#free.add(address, address + size);
  }

  #take(byteLength: number): number {
    const size = rounded(byteLength);
    const address = this.#free.take(size);
    if (address === undefined) return 0;
    if (!this.#growTo(address + size)) {
      this.#free.add(address, address + size);
      return 0;
    }
    this.#usedBytes += size;
    this.#words.fill(0, address / 4, (address + size) / 4);
    return address;
  }

  #growTo(end: number): boolean {
    const missing = end - this.#words.byteLength;
    if (missing <= 0) return true;
    const wanted = Math.min(Math.max(missing, STEP_BYTES), MAX_PAGES * PAGE_BYTES - this.#words.byteLength);
    try {
      this.memory.grow(Math.ceil(wanted / PAGE_BYTES));
    } catch {
      // The system has none.
      return false;
    }
    this.#words = new Int32Array(this.memory.buffer);
    return true;
  }
}

function rounded(byteLength: number): number {
  return Math.max(1, Math.ceil(byteLength / ALIGNMENT)) * ALIGNMENT;
}
