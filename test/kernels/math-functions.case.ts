import { exactly, within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

type Round = (value: number) => number;

/** With a, b and what the kernel derives from a: `unit` in (-1, 1) and `positive`. */
const elementary: readonly ((
  a: number,
  b: number,
  unit: number,
  positive: number,
  round: Round,
) => number)[] = [
  Math.sin,
  Math.cos,
  (_a, _b, unit) => Math.tan(unit),
  (_a, _b, unit) => Math.asin(unit),
  (_a, _b, unit) => Math.acos(unit),
  Math.atan,
  Math.atan2,
  (_a, _b, unit) => Math.sinh(unit),
  Math.cosh,
  Math.tanh,
  Math.asinh,
  (_a, _b, _unit, positive, round) => Math.acosh(round(positive + 1)),
  (_a, _b, unit) => Math.atanh(unit),
  Math.exp,
  (a) => 2 ** a,
  (_a, _b, unit) => 10 ** unit,
  (_a, _b, unit) => Math.expm1(unit),
  (_a, _b, _unit, positive) => Math.log(positive),
  (_a, _b, _unit, positive) => Math.log2(positive),
  (_a, _b, _unit, positive) => Math.log10(positive),
  (_a, _b, _unit, positive) => Math.log1p(positive),
  (_a, _b, _unit, positive) => 1 / Math.sqrt(positive),
  Math.cbrt,
  (a, b) => Math.hypot(a, b),
  (_a, _b, unit, positive) => positive ** unit,
  (_a, _b, unit) => Math.sin(Math.PI * unit),
  (_a, _b, unit) => Math.sin(Math.PI * (0.5 - Math.abs(unit))),
];

const exact: readonly ((a: number, b: number, round: Round, ulp: number) => number)[] = [
  Math.floor,
  Math.ceil,
  Math.trunc,
  roundToEven,
  (a) => Math.sign(a) * Math.floor(Math.abs(a) + 0.5),
  (a, _b, round) => round(Math.sqrt(Math.abs(a))),
  Math.abs,
  (a, b) => a % b,
  (a, b) => Math.sign(b) * Math.abs(a),
  (a, b, round) => round(Math.max(a - b, 0)),
  (a, b) => Math.min(a, b),
  (a, b) => Math.max(a, b),
  (a) => a * 8,
  (a) => a / 2 ** exponentOf(a),
  exponentOf,
  (a) => Number(a < 0),
  roundToEven,
  nextAfter,
];

const instances = [
  { type: "float", round: Math.fround, ulp: 2 ** -23, tolerance: 1e-6 },
  { type: "double", round: (value: number) => value, ulp: 2 ** -52, tolerance: 1e-14 },
] as const;

export default {
  name: "math-functions",
  source: "math-functions.cu",
  kernels: instances.flatMap(({ type }) => [`elementary<${type}>`, `rounding<${type}>`]),
  *cases() {
    for (const { type, round, ulp, tolerance } of instances) {
      for (const [n, block, range] of [
        [100, 32, 3],
        [333, 128, 20],
      ] as const) {
        const random = new Random(n);
        const make = (length: number): Float32Array | Float64Array =>
          type === "float" ? new Float32Array(length) : new Float64Array(length);
        // Sixteenths, among them ties of all roundings; never 0.
        const sixteenths = (): Float32Array | Float64Array =>
          make(n).map(
            () => (random.integer(-16 * range, 16 * range) + (random.uniform() < 0.5 ? 0.5 : 0) || 1) / 16,
          );
        const [x, y] = [sixteenths(), sixteenths()];
        const smooth = elementary.flatMap((f) =>
          Array.from(x, (a, i) => {
            const unit = round(a / round(1 + Math.abs(a)));
            const positive = round(Math.abs(a) + round(0.01));
            return f(a, y[i]!, unit, positive, round);
          }),
        );
        const args = ["x", "y"];
        const launch = { grid: blocksFor(n, block), block };
        yield {
          label: `${type} n=${n} block=${block} range=${range}`,
          buffers: { x, y, smooth: make(smooth.length), exact: make(exact.length * n) },
          launches: [
            { kernel: `elementary<${type}>`, ...launch, args: [...args, "smooth", n] },
            { kernel: `rounding<${type}>`, ...launch, args: [...args, "exact", n] },
          ],
          expect: {
            smooth: within(smooth, {
              relative: tolerance,
              absolute: tolerance / 10,
              why: "CUDA promises 4 ulp or better for each, the oracle's own functions 1; arguments are rounded alike",
            }),
            exact: exactly(exact.flatMap((f) => Array.from(x, (a, i) => f(a, y[i]!, round, ulp)))),
          },
        };
      }
    }
  },
} satisfies KernelCase;

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The exponent e with 0.5 <= |value| / 2^e < 1. */
function exponentOf(value: number): number {
  return Math.floor(Math.log2(Math.abs(value))) + 1;
}

/** One ulp of `a` towards `b`; `a` is a short binary fraction, so its neighbours are known. */
function nextAfter(a: number, b: number, _round: unknown, ulp: number): number {
  if (a === b) return b;
  const grows = b > a === a > 0;
  const isPowerOfTwo = Math.abs(a) === 2 ** (exponentOf(a) - 1);
  const step = 2 ** (exponentOf(a) - 1) * ulp * (grows || !isPowerOfTwo ? 1 : 0.5);
  return b > a ? a + step : a - step;
}
