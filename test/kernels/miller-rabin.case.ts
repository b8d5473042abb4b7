import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

/** Known primes near powers of two, Carmichael numbers, and squares of primes. */
const known: readonly (readonly [bigint, boolean])[] = [
  [0n, false],
  [1n, false],
  [2n, true],
  [3n, true],
  [561n, false],
  [3215031751n, false], // fools the bases 2, 3, 5 and 7
  [4294967291n, true], // 2^32 - 5
  [4294967291n ** 2n, false],
  [2n ** 61n - 1n, true], // a Mersenne prime
  [2n ** 62n - 1n, false],
  [2n ** 63n - 25n, true],
  [2n ** 64n - 59n, true], // the largest 64-bit prime
  [2n ** 64n - 1n, false],
  [3825123056546413051n, false], // fools the first nine primes as bases
];

export default {
  name: "miller-rabin",
  source: "miller-rabin.cu",
  kernels: ["test_primes"],
  *cases() {
    yield run("known numbers", known, 32);
    for (const [n, seed, block] of [
      [300, 1, 64],
      [100, 2, 32],
    ] as const) {
      const random = new Random(seed);
      const numbers = Array.from({ length: n }, () => random.integer(1, 1_000_000));
      const isPrime = (value: number): boolean => {
        for (let d = 2; d * d <= value; d++) if (value % d === 0) return false;
        return value > 1;
      };
      yield run(
        `n=${n} seed=${seed}`,
        numbers.map((value) => [BigInt(value), isPrime(value)]),
        block,
      );
    }
  },
} satisfies KernelCase;

function run(label: string, rows: readonly (readonly [bigint, boolean])[], block: number) {
  const n = rows.length;
  return {
    label: `${label} block=${block}`,
    buffers: { numbers: BigUint64Array.from(rows, ([value]) => value), prime: new Uint8Array(n) },
    launches: [{ kernel: "test_primes", grid: blocksFor(n, block), block, args: ["numbers", "prime", n] }],
    expect: { prime: exactly(rows.map(([, prime]) => Number(prime))) },
  };
}
