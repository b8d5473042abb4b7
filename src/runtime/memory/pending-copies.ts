// Pending copies. A device that cannot see some foreign memory works on a copy of it. What work writes to the copy must be copied
// back to the memory itself; until then the copy is pending. Pending copies are written back before the stream does anything
// else, and before anybody waits for it.

interface PendingCopy {
  /** Copies what was written from the copy to the memory. */
  readonly writeBack: () => void;
  /** The stream's count of submitted work at the last write-back. */
  writtenBackFor: number;
  /** The stream's count of submitted work when no further work could write the copy; undefined while more may. */
  end: number | undefined;
}

/** The pending copies of one stream. */
export class PendingCopies {
  readonly #copies = new Map<object, PendingCopy>();

  /** Adds the copy that the next work writes; `givenCount` is the stream's count of submitted work. */
  add(memory: object, givenCount: number, writeBack: () => void): void {
    this.#copies.set(memory, { writeBack, writtenBackFor: givenCount, end: undefined });
  }

  /** Notes that later work does not write these copies, because new declarations begin. */
  close(givenCount: number): void {
    if (this.#copies.size === 0) return;
    for (const copy of this.#copies.values()) copy.end ??= givenCount;
  }

  /** Writes back the copies that work since the last time may have written. */
  writeBack(givenCount: number): void {
    if (this.#copies.size === 0) return;
    for (const [memory, copy] of this.#copies) {
      const due = copy.end ?? givenCount;
      if (copy.end !== undefined) this.#copies.delete(memory);
      if (copy.writtenBackFor === due) continue;
      copy.writtenBackFor = due;
      copy.writeBack();
    }
  }

  /** Drops the copy of memory that was freed. */
  forget(memory: object): void {
    this.#copies.delete(memory);
  }
}
