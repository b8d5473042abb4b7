// Work on memory that its device does not see is done on a copy (backend/backend.ts). What such work has written is owed to
// the memory itself: it is brought back before anything else happens on the stream, and before anybody waits for it.

interface PendingCopy {
  /** Brings what was written from the copy to the memory. */
  readonly writeBack: () => void;
  /** How many works were given to the stream when it was last brought back, */
  writtenBackFor: number;
  /** and when the declarations ended that it belongs to; undefined while more work may follow under them. */
  end: number | undefined;
}

/** What the work of one stream owes. */
export class PendingCopies {
  readonly #copies = new Map<object, PendingCopy>();

  /** The work that is declared now, after so many that were given, writes memory. */
  add(memory: object, givenCount: number, writeBack: () => void): void {
    this.#copies.set(memory, { writeBack, writtenBackFor: givenCount, end: undefined });
  }

  /** Other declarations begin: what was declared is written no more. */
  close(givenCount: number): void {
    if (this.#copies.size === 0) return;
    for (const copy of this.#copies.values()) copy.end ??= givenCount;
  }

  /** Brings back what was written by work that was given. */
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

  /** The memory is given back, and nothing more is written to it. */
  forget(memory: object): void {
    this.#copies.delete(memory);
  }
}
