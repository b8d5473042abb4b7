// The JavaScript values that an addon holds: by handles, valid until the call that created them ends, or by references, valid
// until the addon releases them. 0 means no value.

export class Handles {
  /** The value of handle n is at n - 1. */
  readonly #values: unknown[] = [];
  readonly #references = new Map<number, unknown>();
  #lastReference = 0;

  /** Runs a call; handles that are made in it are gone when it is over. */
  within<T>(body: () => T): T {
    const outer = this.#values.length;
    try {
      return body();
    } finally {
      this.#values.length = outer;
    }
  }

  add(value: unknown): number {
    return this.#values.push(value);
  }

  get(handle: number): unknown {
    if (handle < 1 || handle > this.#values.length) {
      throw new Error(`internal: an addon has used a value of a call that is over (handle ${handle})`);
    }
    return this.#values[handle - 1];
  }

  refer(value: unknown): number {
    this.#references.set(++this.#lastReference, value);
    return this.#lastReference;
  }

  referred(reference: number): unknown {
    return this.#references.get(reference);
  }

  forget(reference: number): void {
    this.#references.delete(reference);
  }

  clear(): void {
    this.#values.length = 0;
    this.#references.clear();
  }
}
