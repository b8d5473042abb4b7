// @ts-check
// How long a call has blocked the main thread, by what a thread beside it sees from time to time. Plain JavaScript, so that it runs unbuilt.

/** Bits of the word that name the call; the others count calls. None of them is set while nothing blocks. */
export const CALL_BITS = 3;

export class BlockedTime {
  #word = 0;
  #ms = 0;

  /** Milliseconds for which the same call was seen. @returns {number} */
  get ms() {
    return this.#ms;
  }

  /** The call, as it is numbered; 0 for none. @returns {number} */
  get call() {
    return this.#word & ((1 << CALL_BITS) - 1);
  }

  /**
   * Takes the word as it is now, so long after the last time.
   * @param {number} word
   * @param {number} elapsedMs
   * @param {number} mostMs a longer time was not waited for others: the process was stopped, or had no processor
   * @returns {void}
   */
  see(word, elapsedMs, mostMs) {
    const isSame = word === this.#word;
    this.#word = word;
    this.#ms = isSame && this.call !== 0 ? this.#ms + Math.min(elapsedMs, mostMs) : 0;
  }
}
