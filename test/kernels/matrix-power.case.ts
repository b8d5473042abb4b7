import { exactly } from "./compare.js";
import type { KernelCase, KernelLaunch } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const MODULUS = 1_000_000_007;

export default {
  name: "matrix-power",
  source: "matrix-power.cu",
  kernels: ["multiply_modulo"],
  *cases() {
    for (const [n, power, block] of [
      [2, 90, [2, 2]],
      [7, 13, [4, 4]],
      [33, 5, [16, 8]],
    ] as const) {
      // For n = 2 the Fibonacci matrix, whose powers everybody knows.
      const base =
        n === 2
          ? Uint32Array.of(1, 1, 1, 0)
          : Uint32Array.from(new Random(n).words(n * n), (w) => w % MODULUS);
      const identity = Uint32Array.from({ length: n * n }, (_, i) => Number(i % (n + 1) === 0));
      const launches: KernelLaunch[] = [];
      const step = (a: string, b: string, out: string): void => {
        const grid = [blocksFor(n, block[0]), blocksFor(n, block[1])] as const;
        launches.push({ kernel: "multiply_modulo", grid, block, args: [a, b, out, n, MODULUS] });
      };
      // Square and multiply, from the highest bit down; every result goes to the other of two buffers.
      let [result, other] = ["x", "y"];
      for (const bit of power.toString(2)) {
        step(result, result, other);
        [result, other] = [other, result];
        if (bit === "0") continue;
        step(result, "base", other);
        [result, other] = [other, result];
      }
      yield {
        label: `${n}x${n} power=${power} block=${block.join("x")}`,
        buffers: { base, x: identity, y: new Uint32Array(n * n) },
        launches,
        expect: { [result]: exactly(powerModulo(base, n, power)) },
        scratch: [other],
      };
    }
  },
} satisfies KernelCase;

/** Repeated multiplication by the base, in big integers. */
function powerModulo(base: Uint32Array, n: number, power: number): Uint32Array {
  const factor = [...base].map(BigInt);
  let value = factor;
  for (let p = 1; p < power; p++) {
    value = factor.map((_, cell) => {
      const [row, column] = [Math.floor(cell / n), cell % n];
      let sum = 0n;
      for (let k = 0; k < n; k++) sum += value[row * n + k]! * factor[k * n + column]!;
      return sum % BigInt(MODULUS);
    });
  }
  return Uint32Array.from(value, Number);
}
