import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from "./number-formats.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

/** Ties, subnormals, the largest values, overflow to infinity, zeros. */
const corners = [
  0,
  -0,
  1,
  1 + 2 ** -8,
  1 + 3 * 2 ** -8,
  1 + 2 ** -11,
  1 + 3 * 2 ** -11,
  65504,
  65519.99,
  65520,
  -1e6,
  2 ** -14,
  2 ** -24,
  2 ** -25,
  1.5 * 2 ** -25,
  2 ** -130,
  3.4e38,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

export default {
  name: "bf16-convert",
  source: "bf16-convert.cu",
  kernels: ["float_to_bf16", "bf16_scale", "float_to_half"],
  *cases() {
    for (const [n, block, exponents] of [
      [corners.length, 32, undefined],
      [1000, 128, [-20, 10]],
      [777, 64, [-140, 127]],
    ] as const) {
      const random = new Random(n);
      const input =
        exponents === undefined
          ? Float32Array.from(corners)
          : Float32Array.from(
              { length: n },
              () => random.uniform(-2, 2) * 2 ** random.integer(exponents[0], exponents[1]),
            );
      const bf16 = Uint16Array.from(input, toBfloat16);
      const half = Uint16Array.from(input, toFloat16);
      const launch = { grid: blocksFor(n, block), block };
      const factor = 3;
      yield {
        label: `n=${n} block=${block} ${exponents === undefined ? "corners" : `exponents=${exponents.join("..")}`}`,
        buffers: {
          in: input,
          bf16: new Uint16Array(n),
          pairs: new Uint16Array(2 * Math.floor(n / 2)),
          wide: new Float32Array(n),
          scaled: new Uint16Array(n),
          half: new Uint16Array(n),
          truncated: new Uint16Array(n),
          back: new Float32Array(n),
        },
        launches: [
          { kernel: "float_to_bf16", ...launch, args: ["in", "bf16", "pairs", n] },
          { kernel: "bf16_scale", ...launch, args: ["bf16", "wide", "scaled", factor, n] },
          { kernel: "float_to_half", ...launch, args: ["in", "half", "truncated", "back", n] },
        ],
        expect: {
          bf16: exactly(bf16),
          pairs: exactly(bf16.subarray(0, 2 * Math.floor(n / 2))),
          wide: exactly(Float32Array.from(bf16, fromBfloat16)),
          scaled: exactly(
            Uint16Array.from(bf16, (bits) => toBfloat16(Math.fround(fromBfloat16(bits) * factor))),
          ),
          half: exactly(half),
          truncated: exactly(Uint16Array.from(input, truncateToFloat16)),
          back: exactly(Float32Array.from(half, fromFloat16)),
        },
      };
    }
  },
} satisfies KernelCase;

/** Toward zero: the nearest half, or the one below it in magnitude. Finite values never become infinite. */
function truncateToFloat16(value: number): number {
  const bits = toFloat16(value);
  const isTooLarge = Math.abs(fromFloat16(bits)) > Math.abs(value);
  return isTooLarge ? bits - 1 : bits;
}
