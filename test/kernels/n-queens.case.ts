import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { blocksFor } from "./shapes.js";

/** The number of solutions for n = 1, 2, 3, …: the sequence A000170. */
const SOLUTIONS = [1, 0, 0, 2, 10, 4, 40, 92, 352];

export default {
  name: "n-queens",
  source: "n-queens.cu",
  kernels: ["count_queens"],
  *cases() {
    for (const [index, solutions] of SOLUTIONS.entries()) {
      const [n, block] = [index + 1, index % 2 === 0 ? 32 : 64];
      yield {
        label: `n=${n} block=${block}`,
        buffers: { solutions: new BigUint64Array(1) },
        launches: [{ kernel: "count_queens", grid: blocksFor(n * n, block), block, args: [n, "solutions"] }],
        expect: { solutions: exactly(BigUint64Array.of(BigInt(solutions))) },
      };
    }
  },
} satisfies KernelCase;
