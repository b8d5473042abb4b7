import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "reduce-grid-atomic",
  source: "reduce-grid-atomic.cu",
  kernels: ["grid_statistics"],
  *cases() {
    for (const [n, grid, block] of [
      [1, 1, 32],
      [777, 3, 64],
      [4000, 20, 128],
    ] as const) {
      const values = Int32Array.from(new Random(n).words(n), (w) => w | 0x10);
      const record = (sum: bigint, ...fields: readonly number[]): Uint8Array => {
        const words = Uint32Array.of(0, 0, ...fields);
        new BigInt64Array(words.buffer, 0, 1)[0] = sum;
        return new Uint8Array(words.buffer);
      };
      const before = record(0n, 0x7fffffff, 0x80000000, 0xffffffff, 0, 0, n);
      const after = record(
        values.reduce((sum, v) => sum + BigInt(v), 0n),
        values.reduce((a, b) => Math.min(a, b)),
        values.reduce((a, b) => Math.max(a, b)),
        values.reduce((a, b) => a & b),
        values.reduce((a, b) => a | b),
        values.reduce((a, b) => a ^ b),
        0,
      );
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: { values, out: before },
        launches: [{ kernel: "grid_statistics", grid, block, args: ["values", n, "out"] }],
        expect: { out: exactly(after) },
      };
    }
  },
} satisfies KernelCase;
