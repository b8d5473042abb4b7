import { createHash } from "node:crypto";
import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "sha256",
  source: "sha256.cu",
  kernels: ["sha256"],
  *cases() {
    for (const [count, length, block] of [
      [1, 0, 32],
      [50, 55, 32],
      [70, 56, 64],
      [33, 200, 96],
    ] as const) {
      const messages = new Random(length).bytes(Math.max(1, count * length));
      const digests = Array.from({ length: count }, (_, i) => [
        ...createHash("sha256")
          .update(messages.subarray(i * length, (i + 1) * length))
          .digest(),
      ]).flat();
      yield {
        label: `count=${count} length=${length} block=${block}`,
        buffers: { messages, digests: new Uint8Array(32 * count) },
        globals: { round_constants: roundConstants() },
        launches: [
          {
            kernel: "sha256",
            grid: blocksFor(count, block),
            block,
            args: ["messages", length, "digests", count],
          },
        ],
        expect: { digests: exactly(digests) },
      };
    }
  },
} satisfies KernelCase;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Uint32Array {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 64; n++) if (primes.every((p) => n % p !== 0n)) primes.push(n);
  return Uint32Array.from(primes, (prime) => {
    // floor(cbrt(prime) * 2^32), by bisection in integers.
    const target = prime << 96n;
    let [low, high] = [0n, 1n << 36n];
    while (low + 1n < high) {
      const middle = (low + high) / 2n;
      if (middle ** 3n <= target) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn);
  });
}
