// Who has accessed each word of memory last: the last write, and the last reads of two threads. With two readers of different
// threads no write that comes too early is missed, because it is by another thread than one of them.

/** Fields of a record: the block plus 1 (0 for no record), thread, barriers and waits of the warp passed, site, how, time. */
export const RECORD = {
  block: 0,
  thread: 1,
  epoch: 2,
  tick: 3,
  site: 4,
  flags: 5,
  time: 6,
  length: 7,
} as const;

/** Flags of an access; the lowest four bits are the bytes of the word. */
export const ACCESS = { bytes: 15, atomic: 16, blockScope: 32, volatile: 64 } as const;

/** Where the records of a word begin. */
export const WRITE = 0;
export const READS = [RECORD.length, 2 * RECORD.length] as const;

const WORD_FIELDS = 3 * RECORD.length;
const PAGE_WORDS = 1024;

export class RaceShadow {
  readonly #pages = new Map<number, Int32Array>();
  #lastPage = -1;
  #last: Int32Array = new Int32Array(0);
  /** Where the records of the word begin in `page`. */
  at = 0;

  /** The page with the records of a word; `at` is where they begin. */
  page(address: number): Int32Array {
    const word = address >>> 2;
    const number = Math.floor(word / PAGE_WORDS);
    this.at = (word % PAGE_WORDS) * WORD_FIELDS;
    if (number === this.#lastPage) return this.#last;
    let page = this.#pages.get(number);
    if (page === undefined) this.#pages.set(number, (page = new Int32Array(PAGE_WORDS * WORD_FIELDS)));
    this.#lastPage = number;
    this.#last = page;
    return page;
  }

  /** Forgets everything: all threads have met. */
  clear(): void {
    this.#pages.clear();
    this.#lastPage = -1;
  }

  /** Forgets what was done to some bytes. */
  forget(address: number, byteLength: number): void {
    for (let at = address & ~3; at < address + byteLength; at += 4) {
      const page = this.page(at);
      page.fill(0, this.at, this.at + WORD_FIELDS);
    }
  }
}
