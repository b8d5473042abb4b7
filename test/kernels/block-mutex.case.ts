import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "block-mutex",
  source: "block-mutex.cu",
  kernels: ["append_under_lock"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [1000, 64],
      [3200, 32],
    ] as const) {
      const values = new Random(n).integers(n, -1000, 1000);
      const grid = blocksFor(n, block);
      const record = (sum: number, entries: number, largest: number): Uint8Array => {
        const bytes = new Uint8Array(16);
        const view = new DataView(bytes.buffer);
        view.setBigInt64(0, BigInt(sum), true);
        view.setInt32(8, entries, true);
        view.setInt32(12, largest, true);
        return bytes;
      };
      yield {
        label: `n=${n} block=${block}`,
        buffers: { values, mutex: new Int32Array(1), record: record(0, 0, -1) },
        launches: [{ kernel: "append_under_lock", grid, block, args: ["values", n, "mutex", "record"] }],
        // The mutex ends unlocked, which is as it began.
        expect: {
          record: exactly(
            record(
              values.reduce((sum, v) => sum + v, 0),
              grid,
              grid - 1,
            ),
          ),
        },
      };
    }
  },
} satisfies KernelCase;
