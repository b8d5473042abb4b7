// What cpu-kernels.bench.ts measures: each case with its sizes, the work it stands for, and its result by plain
// TypeScript in double precision, which every contender's result is compared with.

/** One computation at one size. */
export interface Case {
  /** Name in the protocol of contender.h. */
  readonly name: string;
  readonly n: number;
  /** The size that Numba's simulator gets, which needs milliseconds for each thread; undefined where it has no such kernel. */
  readonly simulatorN: number | undefined;
  readonly kind: "element-wise" | "barriers" | "loop";
  /** What limits it on an ideal machine. */
  readonly bound: "memory" | "arithmetic";
  /** Bytes or floating-point operations of one run, by `bound`. */
  work(n: number): number;
  expected(n: number): Float64Array;
  /** How far a value may be off, relative to the largest value of the result. */
  readonly tolerance: number;
  /** Share of values that may be off; 0 but for the picture, where rounding moves single pixels of the boundary. */
  readonly mayDiffer: number;
}

const hash = (i: number, seed: number): number => (Math.imul(i + seed, 2654435761) >>> 8) * 2 ** -24;
const a = (i: number): number => hash(i, 0);
const b = (i: number): number => hash(i, 1);
const initial = (i: number): number => hash(i, 2);
const BLOCK = 256;

const fill = (length: number, value: (i: number) => number): Float64Array => {
  const out = new Float64Array(length);
  for (let i = 0; i < length; i++) out[i] = value(i);
  return out;
};

interface Definition extends Omit<Case, "n" | "tolerance" | "mayDiffer"> {
  readonly sizes: readonly number[];
  readonly tolerance?: number;
  readonly mayDiffer?: number;
}

const sumOfBlocks = (n: number): Float64Array =>
  fill(n / BLOCK, (block) => {
    let sum = 0;
    for (let t = 0; t < BLOCK; t++) sum += a(block * BLOCK + t);
    return sum;
  });

const definitions: readonly Definition[] = [
  {
    name: "add",
    sizes: [1e6, 1e7],
    simulatorN: 256,
    kind: "element-wise",
    bound: "memory",
    work: (n) => 12 * n,
    expected: (n) => fill(n, (i) => a(i) + b(i)),
  },
  {
    name: "saxpy",
    sizes: [1e6, 1e7],
    simulatorN: 256,
    kind: "element-wise",
    bound: "memory",
    work: (n) => 12 * n,
    expected: (n) => fill(n, (i) => 0.5 * a(i) + initial(i)),
  },
  {
    name: "horner",
    sizes: [1e6],
    simulatorN: 256,
    kind: "element-wise",
    bound: "arithmetic",
    work: (n) => 32 * n,
    expected: (n) =>
      fill(n, (i) => {
        let sum = 1;
        for (let k = 1; k <= 16; k++) sum = sum * a(i) + 1 / k;
        return sum;
      }),
  },
  {
    name: "roots",
    sizes: [1e6],
    simulatorN: 256,
    kind: "element-wise",
    bound: "arithmetic",
    work: (n) => 24 * n,
    expected: (n) =>
      fill(n, (i) => {
        let v = a(i);
        for (let k = 0; k < 8; k++) v = Math.sqrt(v * 0.75 + 0.5);
        return v;
      }),
  },
  {
    name: "matmul",
    sizes: [256, 512],
    simulatorN: 16,
    kind: "barriers",
    bound: "arithmetic",
    work: (n) => 2 * n ** 3,
    expected: matrixProduct,
  },
  {
    name: "reduce",
    sizes: [2 ** 20],
    simulatorN: BLOCK,
    kind: "barriers",
    bound: "memory",
    work: (n) => 4 * n,
    expected: sumOfBlocks,
  },
  {
    name: "reduce-warp",
    sizes: [2 ** 20],
    simulatorN: undefined,
    kind: "barriers",
    bound: "memory",
    work: (n) => 4 * n,
    expected: sumOfBlocks,
  },
  {
    name: "transpose",
    sizes: [1024],
    simulatorN: 32,
    kind: "barriers",
    bound: "memory",
    work: (n) => 8 * n * n,
    expected: (n) => fill(n * n, (i) => a((i % n) * n + Math.floor(i / n))),
  },
  {
    name: "stencil",
    sizes: [1024],
    simulatorN: 16,
    kind: "barriers",
    bound: "memory",
    work: (n) => 8 * n * n,
    expected: fivePoints,
  },
  {
    name: "scan",
    sizes: [2 ** 20],
    simulatorN: BLOCK,
    kind: "barriers",
    bound: "memory",
    work: (n) => 8 * n,
    expected: (n) => {
      let sum = 0;
      return fill(n, (i) => (sum = (i % BLOCK === 0 ? 0 : sum) + a(i)));
    },
  },
  {
    name: "softmax",
    sizes: [8192],
    simulatorN: BLOCK,
    kind: "barriers",
    bound: "memory",
    work: (n) => (8 * n * n) / BLOCK,
    expected: (n) => softmaxOfRows(n / BLOCK, n),
  },
  {
    name: "softmax-rows",
    sizes: [1000],
    simulatorN: undefined,
    kind: "barriers",
    bound: "memory",
    work: (n) => 8 * n * n,
    expected: (n) => softmaxOfRows(n, n),
  },
  {
    name: "histogram",
    sizes: [2 ** 20],
    simulatorN: undefined,
    kind: "barriers",
    bound: "memory",
    work: (n) => 4 * n,
    expected: histograms,
  },
  {
    name: "mandelbrot",
    sizes: [512],
    simulatorN: 16,
    kind: "loop",
    bound: "arithmetic",
    work: (n) => 10 * escapeTimes(n).reduce((sum, count) => sum + count, 0),
    expected: escapeTimes,
    mayDiffer: 0.01,
  },
  {
    name: "nbody",
    sizes: [2048],
    simulatorN: 32,
    kind: "barriers",
    bound: "arithmetic",
    work: (n) => 20 * n * n,
    expected: accelerations,
  },
];

/** All cases, a case for each size. */
export const cases: readonly Case[] = definitions.flatMap(({ sizes, ...definition }) =>
  sizes.map((n) => ({ tolerance: 2e-5, mayDiffer: 0, ...definition, n })),
);

/** Says what is wrong with a result, or undefined. */
export function mistakeIn(result: Float32Array, expected: Float64Array, c: Case): string | undefined {
  if (result.length !== expected.length) return `${result.length} values instead of ${expected.length}`;
  const scale = expected.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
  let wrong = 0;
  let first = -1;
  for (let i = 0; i < result.length; i++) {
    // Written so that NaN counts as wrong.
    if (Math.abs((result[i] as number) - (expected[i] as number)) <= c.tolerance * scale) continue;
    wrong++;
    if (first < 0) first = i;
  }
  if (wrong <= c.mayDiffer * result.length) return undefined;
  return `${wrong} of ${result.length} values are off, the first at ${first}: ${result[first]} instead of ${expected[first]}`;
}

function matrixProduct(n: number): Float64Array {
  const [left, right] = [fill(n * n, a), fill(n * n, b)];
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const factor = left[i * n + k] as number;
      for (let j = 0; j < n; j++) out[i * n + j]! += factor * (right[k * n + j] as number);
    }
  }
  return out;
}

function fivePoints(n: number): Float64Array {
  const at = (x: number, y: number): number => (x >= 0 && x < n && y >= 0 && y < n ? a(y * n + x) : 0);
  return fill(n * n, (i) => {
    const [x, y] = [i % n, Math.floor(i / n)];
    return 0.5 * at(x, y) + 0.125 * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1));
  });
}

/** Counts of 256 bins for each 16,384 elements. */
function histograms(n: number): Float64Array {
  const out = new Float64Array((n / 16384) * 256);
  for (let i = 0; i < n; i++) out[Math.floor(i / 16384) * 256 + Math.floor(a(i) * 256)]! += 1;
  return out;
}

function softmaxOfRows(rows: number, n: number): Float64Array {
  const out = new Float64Array(rows * n);
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let c = 0; c < n; c++) sum += out[r * n + c] = Math.exp(a(r * n + c));
    for (let c = 0; c < n; c++) out[r * n + c]! /= sum;
  }
  return out;
}

function escapeTimes(n: number): Float64Array {
  const f = Math.fround;
  const step = f(3 / n);
  return fill(n * n, (i) => {
    const cx = f(-2 + f((i % n) * step));
    const cy = f(-1.5 + f(Math.floor(i / n) * step));
    let [x, y, count] = [0, 0, 0];
    while (count < 256 && f(f(x * x) + f(y * y)) <= 4) {
      const next = f(f(f(x * x) - f(y * y)) + cx);
      y = f(f(f(2 * x) * y) + cy);
      x = next;
      count++;
    }
    return count;
  });
}

function accelerations(n: number): Float64Array {
  const out = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const [dx, dy, dz] = [a(4 * k) - a(4 * i), a(4 * k + 1) - a(4 * i + 1), a(4 * k + 2) - a(4 * i + 2)];
      const scale = a(4 * k + 3) / (dx * dx + dy * dy + dz * dz + 0.01) ** 1.5;
      out[4 * i]! += dx * scale;
      out[4 * i + 1]! += dy * scale;
      out[4 * i + 2]! += dz * scale;
    }
  }
  return out;
}
