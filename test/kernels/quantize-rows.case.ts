import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";

const { fround } = Math;

export default {
  name: "quantize-rows",
  source: "quantize-rows.cu",
  kernels: ["quantize_rows"],
  *cases() {
    for (const [rows, columns, block] of [
      [1, 4, 32],
      [5, 100, 64],
      [3, 1024, 128],
    ] as const) {
      const random = new Random(columns);
      const input = random.floats(rows * columns, -3, 3);
      input.fill(0, 0, columns); // a row of zeros has scale 0
      const quantized = rowsOf(input, columns).map((row) => {
        const top = Math.max(...row.map(Math.abs));
        const inverse = top > 0 ? fround(127 / top) : 0;
        // Float32 division and product, each rounded once, fix the result to the bit.
        return { scale: fround(top / 127), values: row.map((v) => roundToEven(fround(v * inverse))) };
      });
      yield {
        label: `${rows}x${columns} block=${block}`,
        buffers: { in: input, out: new Int8Array(input.length), scales: new Float32Array(rows) },
        launches: [
          { kernel: "quantize_rows", grid: rows, block, args: ["in", "out", "scales", columns / 4] },
        ],
        expect: {
          out: exactly(quantized.flatMap(({ values }) => values)),
          scales: exactly(quantized.map(({ scale }) => scale)),
        },
      };
    }
  },
} satisfies KernelCase;

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor === 0.5) return floor % 2 === 0 ? floor : floor + 1;
  return Math.round(value);
}
