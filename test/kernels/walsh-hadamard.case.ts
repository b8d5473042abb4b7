import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "walsh-hadamard",
  source: "walsh-hadamard.cu",
  kernels: ["walsh_hadamard"],
  *cases() {
    for (const [blocks, log2n] of [
      [1, 5],
      [3, 6],
      [2, 8],
      [1, 10],
    ] as const) {
      const n = 2 ** log2n;
      const data = new Random(n).integers(blocks * n, -1000, 1000);
      const parities = Uint8Array.from({ length: n }, (_, k) => k.toString(2).replaceAll("0", "").length % 2);
      // The definition: Σ x_j (-1)^popcount(j & k).
      const expected = data.map((_, i) => {
        const [base, k] = [i - (i % n), i % n];
        let sum = 0;
        for (let j = 0; j < n; j++) sum += parities[j & k] ? -data[base + j]! : data[base + j]!;
        return sum;
      });
      yield {
        label: `blocks=${blocks} n=${n}`,
        buffers: { data },
        launches: [
          { kernel: "walsh_hadamard", grid: blocks, block: n, shared: 4 * n, args: ["data", log2n] },
        ],
        expect: { data: exactly(expected) },
      };
    }
  },
} satisfies KernelCase;
