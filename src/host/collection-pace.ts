// Decides when to collect garbage because of memory that V8 does not see. A collection is due when the memory has doubled since the
// last one, but collections never take more than a small share of the time.

/** Collections may take at most 1 / TIME_SHARE of the time. */
const TIME_SHARE = 20;

/** How much memory may come between two collections. */
export interface PaceLimits {
  /** The step at first, and while collections are cheap compared with the time between them. */
  readonly leastBytes: number;
  /** The largest step, even if collections are slow. Memory that stays in use may be more. */
  readonly mostBytes: number;
}

/** Decides when to collect garbage for one kind of memory. */
export class CollectionPace {
  readonly #limits: PaceLimits;
  #stepBytes: number;
  #dueBytes: number;
  #endedMs = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#stepBytes = limits.leastBytes;
    this.#dueBytes = limits.leastBytes;
  }

  /** Whether a collection is due when this much memory is in use. */
  isDue(bytes: number): boolean {
    return bytes > this.#dueBytes;
  }

  /** Calls `collect`, and plans the next collection from its time and from `bytesLeft`, the memory in use afterwards. */
  collect(collect: () => void, bytesLeft: () => number): void {
    const beganMs = performance.now();
    const between = beganMs - this.#endedMs;
    collect();
    this.#endedMs = performance.now();
    const took = this.#endedMs - beganMs;
    const { leastBytes, mostBytes } = this.#limits;
    if (took * TIME_SHARE > between) this.#stepBytes = Math.min(mostBytes, this.#stepBytes * 2);
    else if (took * TIME_SHARE * 4 < between) this.#stepBytes = Math.max(leastBytes, this.#stepBytes / 2);
    const left = bytesLeft();
    this.#dueBytes = left + Math.max(left, this.#stepBytes);
  }
}
