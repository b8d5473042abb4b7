import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "hash-table",
  source: "hash-table.cu",
  kernels: ["insert_all", "look_up"],
  *cases() {
    for (const [n, distinct, size, block] of [
      [1, 1, 2, 32],
      [500, 1000, 1024, 64],
      [2000, 150, 256, 128],
    ] as const) {
      const random = new Random(n);
      const keys = Uint32Array.from(random.integers(n, 0, distinct), (k) => Math.imul(k, 2654435761));
      const values = random.integers(n, 0, 100);
      const queries = Uint32Array.from(random.integers(n, 0, 2 * distinct), (k) => Math.imul(k, 2654435761));
      const sums = new Map<number, number>();
      keys.forEach((key, i) => sums.set(key, (sums.get(key) ?? 0) + values[i]!));
      const launch = { grid: blocksFor(n, block), block };
      yield {
        label: `n=${n} distinct=${distinct} size=${size} block=${block}`,
        buffers: {
          keys,
          values,
          queries,
          found: new Int32Array(n),
          tableKeys: new Uint32Array(size).fill(0xffffffff),
          tableValues: new Int32Array(size),
        },
        launches: [
          {
            kernel: "insert_all",
            ...launch,
            args: ["keys", "values", n, "tableKeys", "tableValues", size - 1],
          },
          {
            kernel: "look_up",
            ...launch,
            args: ["queries", "found", n, "tableKeys", "tableValues", size - 1],
          },
        ],
        expect: { found: exactly(Int32Array.from(queries, (key) => sums.get(key) ?? -1)) },
        // Where a key lands depends on who came first.
        scratch: ["tableKeys", "tableValues"],
      };
    }
  },
} satisfies KernelCase;
