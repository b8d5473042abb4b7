// Which piece of work was the last to write and to read each word of an allocation. Words are told apart by their bytes once
// somebody touches a part of one.

/** Bytes of a word, unless a part of one is touched. */
const WORD = 4;
/** Larger allocations are never told apart by bytes: parts of words in them are not looked at. */
const MAX_BYTE_WISE = 16 * 2 ** 20;

/** What one touches; whether it is atomic. */
export interface Touch {
  readonly task: number;
  readonly how: "read" | "write" | "atomic";
}

export class TaskShadow {
  readonly #byteLength: number;
  #unit = WORD;
  /** The number of a task, twice, and 1 for an atomic access; 0 for nobody. */
  #writes: Int32Array;
  #reads: Int32Array;

  constructor(byteLength: number) {
    this.#byteLength = byteLength;
    this.#writes = new Int32Array(Math.ceil(byteLength / WORD));
    this.#reads = new Int32Array(Math.ceil(byteLength / WORD));
  }

  /**
   * Somebody touches bytes. `conflict` is asked of each task before that has touched one of them in a way that does not go together
   * with it. A task of 0 is not noted.
   */
  touch(offset: number, byteLength: number, { task, how }: Touch, conflict: (task: number) => void): void {
    if ((offset % WORD !== 0 || byteLength % WORD !== 0) && this.#unit === WORD && !this.#split()) return;
    const unit = this.#unit;
    const mine = task * 2 + (how === "atomic" ? 1 : 0);
    const last = Math.min(Math.ceil((offset + byteLength) / unit), this.#writes.length);
    for (let at = Math.floor(offset / unit); at < last; at++) {
      this.#compare(this.#writes[at] as number, mine, conflict);
      if (how === "read") {
        if (task !== 0) this.#reads[at] = mine;
        continue;
      }
      this.#compare(this.#reads[at] as number, mine, conflict);
      if (task !== 0) this.#writes[at] = mine;
    }
  }

  #compare(other: number, mine: number, conflict: (task: number) => void): void {
    const task = other >>> 1;
    if (other === 0 || task === mine >>> 1 || (other & mine & 1) === 1) return;
    conflict(task);
  }

  #split(): boolean {
    if (this.#byteLength > MAX_BYTE_WISE) return false;
    const bytes = (words: Int32Array): Int32Array =>
      Int32Array.from({ length: this.#byteLength }, (_, i) => words[Math.floor(i / WORD)] as number);
    this.#writes = bytes(this.#writes);
    this.#reads = bytes(this.#reads);
    this.#unit = 1;
    return true;
  }
}
