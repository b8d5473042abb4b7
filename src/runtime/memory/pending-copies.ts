// Work on memory that its device does not see is done on a copy (backend/backend.ts). What such work has written is owed to
// the memory itself: it is brought back before anything else happens on the stream, and before anybody waits for it.

interface Debt {
  /** Brings what was written from the copy to the memory. */
  readonly writeBack: () => void;
  /** How many works were given to the stream when it was last brought back, */
  paidFor: number;
  /** and when the declarations ended that it belongs to; undefined while more work may follow under them. */
  end: number | undefined;
}

/** What the work of one stream owes. */
export class OwedCopies {
  readonly #debts = new Map<object, Debt>();

  /** The work that is declared now, after so many that were given, writes memory. */
  add(memory: object, givenCount: number, writeBack: () => void): void {
    this.#debts.set(memory, { writeBack, paidFor: givenCount, end: undefined });
  }

  /** Other declarations begin: what was declared is written no more. */
  close(givenCount: number): void {
    if (this.#debts.size === 0) return;
    for (const debt of this.#debts.values()) debt.end ??= givenCount;
  }

  /** Brings back what was written by work that was given. */
  pay(givenCount: number): void {
    if (this.#debts.size === 0) return;
    for (const [memory, debt] of this.#debts) {
      const due = debt.end ?? givenCount;
      if (debt.end !== undefined) this.#debts.delete(memory);
      if (debt.paidFor === due) continue;
      debt.paidFor = due;
      debt.writeBack();
    }
  }

  /** The memory is given back, and nothing more is written to it. */
  forget(memory: object): void {
    this.#debts.delete(memory);
  }
}
