// A map of bounded size, which drops the least recently used entries.

/** A map that keeps the `most` entries that were used last, and calls `dropped` for each entry that it drops. */
export class RecentMap<K, V> {
  readonly #most: number;
  readonly #dropped: (value: V) => void;
  readonly #entries = new Map<K, V>();

  constructor(most: number, dropped: (value: V) => void = () => {}) {
    this.#most = most;
    this.#dropped = dropped;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value of a key. This makes it the most recently used entry. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps its keys in insertion order.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    const before = this.#entries.get(key);
    if (before !== undefined) this.#drop(key, before);
    const oldest = this.#entries.size >= this.#most ? this.#entries.entries().next().value : undefined;
    if (oldest !== undefined) this.#drop(...oldest);
    this.#entries.set(key, value);
  }

  /** Removes an entry without calling `dropped`. */
  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** Drops all entries. */
  clear(): void {
    for (const [key, value] of this.#entries) this.#drop(key, value);
  }

  #drop(key: K, value: V): void {
    this.#entries.delete(key);
    this.#dropped(value);
  }
}
