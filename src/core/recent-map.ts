// A map of bounded size: what was used least recently goes.

/** A map that keeps the entries that were used last, `most` of them; `dropped` hears of those that go. */
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

  /** The value of a key, which is the last to go from now on. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map is in the order in which keys came.
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

  /** Takes an entry out, of which nobody hears. */
  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** Drops all of it. */
  clear(): void {
    for (const [key, value] of this.#entries) this.#drop(key, value);
  }

  #drop(key: K, value: V): void {
    this.#entries.delete(key);
    this.#dropped(value);
  }
}
