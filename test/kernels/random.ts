// Seeded pseudo-random inputs, the same on every machine: mulberry32, a 32-bit generator with one word of state.
// Good enough to make test data; not for statistics.

/** A stream of pseudo-random values that depends on the seed alone. Ranges are half open: low <= value < high. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) >>> 0;
  }

  /** All 32 bits. */
  word(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (z ^ (z >>> 14)) >>> 0;
  }

  uniform(low = 0, high = 1): number {
    return low + (high - low) * (this.word() / 2 ** 32);
  }

  integer(low: number, high: number): number {
    return low + Math.floor((high - low) * (this.word() / 2 ** 32));
  }

  floats(length: number, low = -1, high = 1): Float32Array {
    return Float32Array.from({ length }, () => this.uniform(low, high));
  }

  doubles(length: number, low = -1, high = 1): Float64Array {
    return Float64Array.from({ length }, () => this.uniform(low, high));
  }

  integers(length: number, low: number, high: number): Int32Array {
    return Int32Array.from({ length }, () => this.integer(low, high));
  }

  words(length: number): Uint32Array {
    return Uint32Array.from({ length }, () => this.word());
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.word());
  }

  /** 0 … length - 1 in random order. */
  permutation(length: number): Int32Array {
    const order = Int32Array.from({ length }, (_, i) => i);
    for (let i = length - 1; i > 0; i--) {
      const j = this.integer(0, i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  }
}
