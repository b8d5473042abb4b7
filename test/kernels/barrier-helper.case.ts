import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "barrier-helper",
  source: "barrier-helper.cu",
  kernels: ["pipeline"],
  *cases() {
    for (const [blocks, count, block, times, flip] of [
      [1, 1, 32, 1, 0],
      [3, 50, 64, 4, 1],
      [5, 200, 256, 3, 0],
      [2, 33, 33, 0, 1],
    ] as const) {
      const input = new Random(count).floats(blocks * count);
      const rotate = (row: readonly number[], by: number): number[] =>
        row.map((_, i) => row[(i + by) % count]!);
      const expected = Array.from({ length: blocks }, (_, b) => {
        let row = rotate([...input.subarray(b * count, (b + 1) * count)], b + 1);
        for (let k = 0; k < times; k++) {
          const [right, left] = [rotate(row, 1), rotate(row, count - 1)];
          row = row.map((v, i) => 0.5 * v + 0.25 * (right[i]! + left[i]!));
          if (k % 2 === 1) row = rotate(row, 1);
        }
        return flip ? row.toReversed() : row;
      }).flat();
      yield {
        label: `blocks=${blocks} count=${count} block=${block} times=${times} flip=${flip}`,
        buffers: { in: input, out: new Float32Array(input.length) },
        launches: [{ kernel: "pipeline", grid: blocks, block, args: ["in", "out", count, times, flip] }],
        expect: {
          out: within(expected, {
            absolute: 1e-6,
            why: "three roundings of values below 1, at most 4 times",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
