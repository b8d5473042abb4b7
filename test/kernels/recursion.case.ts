import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "recursion",
  source: "recursion.cu",
  kernels: ["recurse"],
  *cases() {
    const rows = [
      [1, 32, 1],
      [100, 32, 31],
      [257, 64, 100],
    ] as const;
    for (const [n, block, treeSize] of rows) {
      const random = new Random(n);
      const input = random.integers(n, 0, 14);
      const tree = random.integers(treeSize, -1000, 1000);
      const fib = [0, 1];
      while (fib.length < 14) fib.push(fib.at(-1)! + fib.at(-2)!);
      // Closed forms: A(0,n) = n + 1, A(1,n) = n + 2, A(2,n) = 2n + 3.
      const ackermann = (m: number, k: number): number => [k + 1, k + 2, 2 * k + 3][m]!;
      const treeSum = (node: number, depth: number): number =>
        node >= treeSize
          ? 0
          : treeSum(2 * node + 1, depth + 1) - treeSum(2 * node + 2, depth + 1) + tree[node]! * (depth + 1);
      yield {
        label: `n=${n} block=${block} tree=${treeSize}`,
        buffers: {
          in: input,
          fib: new Int32Array(n),
          ack: new Int32Array(n),
          sums: new BigInt64Array(n),
          tree,
        },
        launches: [
          {
            kernel: "recurse",
            grid: blocksFor(n, block),
            block,
            args: ["in", "fib", "ack", "sums", "tree", treeSize, n],
          },
        ],
        expect: {
          fib: exactly(input.map((x) => fib[x]!)),
          ack: exactly(input.map((x) => ackermann(x % 3, x % 5))),
          sums: exactly(BigInt64Array.from(input, (x) => BigInt(treeSum(x, 0)))),
        },
      };
    }
  },
} satisfies KernelCase;
