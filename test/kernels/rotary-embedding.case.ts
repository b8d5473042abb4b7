import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "rotary-embedding",
  source: "rotary-embedding.cu",
  kernels: ["rotary_embedding"],
  *cases() {
    for (const [tokens, heads, dim, block] of [
      [1, 1, 2, 32],
      [9, 3, 64, 64],
      [20, 4, 32, 96],
    ] as const) {
      const random = new Random(tokens);
      const x = random.floats(tokens * heads * dim);
      const positions = random.integers(tokens, 0, 200);
      const base = 10_000;
      const expected = Float64Array.from(x, (value, i) => {
        const channel = i % dim;
        const position = positions[Math.floor(i / (heads * dim))]!;
        const pair = channel % (dim / 2);
        const angle = position * base ** ((-2 * pair) / dim);
        const isLow = channel < dim / 2;
        const other = x[isLow ? i + dim / 2 : i - dim / 2]!;
        return value * Math.cos(angle) + (isLow ? -other : other) * Math.sin(angle);
      });
      yield {
        label: `tokens=${tokens} heads=${heads} dim=${dim} block=${block}`,
        buffers: { x, positions },
        launches: [
          { kernel: "rotary_embedding", grid: tokens, block, args: ["x", "positions", heads, dim, base] },
        ],
        expect: {
          x: within(expected, {
            absolute: 1e-4,
            why: "powf is good to 4 ulp, so angles up to 200 are off by up to 5e-5 each way",
          }),
        },
      };
    }
  },
} satisfies KernelCase;
