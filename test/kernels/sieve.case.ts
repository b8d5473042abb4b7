import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "sieve",
  source: "sieve.cu",
  kernels: ["sieve_segment"],
  *cases() {
    for (const [limit, segmentWords, block] of [
      [3, 1, 32],
      [1000, 4, 32],
      [20_000, 50, 64],
      [9999, 1000, 128],
    ] as const) {
      const isPrime = (n: number): boolean => {
        for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
        return n > 1;
      };
      const grid = blocksFor(limit / 2, 32 * segmentWords);
      const bits = new Uint32Array(grid * segmentWords);
      let count = 0;
      for (let n = 3; n <= limit; n += 2) {
        if (!isPrime(n)) continue;
        bits[n >> 6]! |= 1 << ((n >> 1) & 31);
        count++;
      }
      const small = Array.from({ length: Math.ceil(Math.sqrt(limit)) + 1 }, (_, n) => n).filter(
        (n) => n % 2 === 1 && isPrime(n),
      );
      yield {
        label: `limit=${limit} segment=${segmentWords} block=${block}`,
        buffers: {
          primes: Int32Array.from(small.length > 0 ? small : [3]),
          bits: new Uint32Array(bits.length),
          count: Int32Array.of(1),
        },
        launches: [
          {
            kernel: "sieve_segment",
            grid,
            block,
            shared: 4 * segmentWords,
            args: ["primes", small.length, "bits", segmentWords, limit, "count"],
          },
        ],
        // The count began at 1, for the prime 2.
        expect: { bits: exactly(bits), count: exactly([1 + count]) },
      };
    }
  },
} satisfies KernelCase;
