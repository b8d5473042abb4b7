// When garbage is collected for the sake of memory that V8 does not see: when as much has come since the last collection
// as that one left, and never so often that collecting takes a notable share of the time.

/** Collections may take a share of 1 in this many of the time. */
const TIME_SHARE = 20;

/** How much memory may come between two collections. */
export interface PaceLimits {
  /** At first, and where collections are cheap compared with what is done between them. */
  readonly leastBytes: number;
  /** At most, however long collections take, unless more than that is in use for good. */
  readonly mostBytes: number;
}

/** Tells when to collect garbage for one kind of memory. */
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

  /** Whether so much in use is reason to collect. */
  isDue(bytes: number): boolean {
    return bytes > this.#dueBytes;
  }

  /** Has garbage collected by `collect`; `bytesLeft` tells how much is in use after that. */
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
