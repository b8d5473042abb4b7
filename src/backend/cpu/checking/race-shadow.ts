// Who accessed each word of memory last: the last write, and the last reads of two threads (the records of fast-path.c). Two
// reads are enough, because a thread that writes differs from at least one of two readers.
//
// Records stay from launch to launch. Blocks have new numbers in each launch, which shows that a record is old.

import { LAYOUT, PLACE, RECORD } from "./fast-path.gen.js";
import type { ShadowMemory } from "./shadow-memory.js";

/** Where the records of a word begin. */
export const WRITE = 0;
export const READS = [RECORD.words, 2 * RECORD.words] as const;

const WORD_FIELDS = 3 * RECORD.words;
const PAGE_BYTES = 2 ** LAYOUT.PAGE_BITS;
const PAGE_WORDS = PAGE_BYTES / 4;
const PAGE_FIELDS = PAGE_WORDS * WORD_FIELDS;
/** More pages than this are given back when the next launch begins. */
const MOST_KEPT_PAGES = 1024;
const LAST_NUMBER = 2 ** 31 - 1;

export class RaceShadow {
  readonly #shadow: ShadowMemory;
  /** Numbers of pages in the shadow memory. */
  readonly #kept = new Set<number>();
  /** Pages that it has no room for. */
  readonly #others = new Map<number, Int32Array>();
  #lastNumber = 0;
  /** Where the records of the word begin in `page`. */
  at = 0;

  constructor(shadow: ShadowMemory) {
    this.#shadow = shadow;
  }

  /** Numbers for all blocks of a launch, the first of which is returned plus 1; what was noted before is forgotten. */
  numberBlocks(count: number): number {
    if (this.#kept.size > MOST_KEPT_PAGES || this.#lastNumber + count > LAST_NUMBER) this.#giveBack();
    this.#others.clear();
    const before = this.#lastNumber;
    this.#lastNumber += count;
    this.#shadow.setState("before", before);
    return before;
  }

  /** The page with the records of a word; `at` is where they begin. */
  page(address: number): Int32Array {
    const number = address >>> LAYOUT.PAGE_BITS;
    const offset = ((address >>> 2) % PAGE_WORDS) * WORD_FIELDS;
    const start = (this.#shadow.words[PLACE.PAGE_TABLE_AT / 4 + number] as number) >>> 0;
    const address4 = start === 0 ? this.#makePage(number) : start / 4;
    if (address4 === 0) {
      this.at = offset;
      return this.#others.get(number) as Int32Array;
    }
    this.at = address4 + offset;
    return this.#shadow.words;
  }

  /** Forgets what was done to some bytes. */
  forget(address: number, byteLength: number): void {
    const end = address + byteLength;
    let at = address - (address % 4);
    while (at < end) {
      const next = Math.min(end, (Math.floor(at / PAGE_BYTES) + 1) * PAGE_BYTES);
      const page = this.page(at);
      page.fill(0, this.at, this.at + Math.ceil((next - at) / 4) * WORD_FIELDS);
      at = next;
    }
  }

  // The index of its first word in the shadow memory; 0 where it is among the others.
  #makePage(number: number): number {
    if (this.#others.has(number)) return 0;
    const address = this.#shadow.tryAllocate(PAGE_FIELDS * 4);
    if (address === 0) this.#others.set(number, new Int32Array(PAGE_FIELDS));
    else {
      this.#kept.add(number);
      this.#shadow.words[PLACE.PAGE_TABLE_AT / 4 + number] = address;
    }
    return address / 4;
  }

  #giveBack(): void {
    const { words } = this.#shadow;
    for (const number of this.#kept) {
      const entry = PLACE.PAGE_TABLE_AT / 4 + number;
      this.#shadow.free((words[entry] as number) >>> 0, PAGE_FIELDS * 4);
      words[entry] = 0;
    }
    this.#kept.clear();
    this.#lastNumber = 0;
  }
}
