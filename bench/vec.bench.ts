// CuVec's claim: a kernel on a vector that host and device share, against memory of the device that is allocated, copied to, and copied from, and
// against CuPy's managed memory. The host writes all elements before the kernel and reads them after, as a program does.
// Run: npm run bench:vec

import { fileURLToPath } from "node:url";
import * as cu from "../src/index.js";
import { external } from "./lib/external.js";
import { type Contender, measure, ratio, type Timing } from "./lib/measure.js";
import { writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 11);
const sizes = (process.env["VEC_SIZES"] ?? "1e4,1e5,1e6,1e7,1e8").split(",").map(Number);
const onGpu = cu.device().id.startsWith("cuda");
const COPY = "allocate, copy, kernel, copy";
const VEC = "kernel on a Vec";
const CUPY = "CuPy, managed memory";

const scale = cu.kernel(`extern "C" __global__ void scale(float* x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}`);

/** What the host gives each time, and where it looks at the result. */
function work(n: number): {
  readonly input: Float32Array;
  readonly check: (elements: ArrayLike<number>) => void;
} {
  const input = Float32Array.from({ length: n }, (_, i) => i % 1000);
  return {
    input,
    check: (elements) => {
      const at = n - 1;
      if (elements[at] !== 2 * (at % 1000)) throw new Error(`element ${at} is ${elements[at]}`);
    },
  };
}

function contenders(n: number): readonly { readonly contender: Contender; readonly end: () => void }[] {
  const { input, check } = work(n);
  const vector = cu.vec("float32", n);
  const timed = async (run: () => Promise<void>): Promise<number> => {
    const begin = performance.now();
    let count = 0;
    do {
      await run();
      count++;
    } while (performance.now() - begin < 20);
    return ((performance.now() - begin) * 1e6) / count;
  };
  const onVec = async (): Promise<void> => {
    vector.view.set(input);
    scale({ threads: n }, vector, 2, n);
    await vector.ready();
    check(vector.view);
  };
  const byCopies = async (): Promise<void> => {
    using x = cu.buffer("float32", input);
    scale({ threads: n }, x, 2, n);
    check(await x.data());
  };
  return [
    { contender: { name: VEC, sample: () => timed(onVec) }, end: () => vector.dispose() },
    { contender: { name: COPY, sample: () => timed(byCopies) }, end: () => {} },
  ];
}

const cupy = onGpu
  ? await external("CuPy", "python3", [fileURLToPath(new URL("vec/cupy-managed.py", import.meta.url))], {
      showErrors: true,
    })
  : undefined;

const results: { readonly n: number; readonly timings: readonly Timing[] }[] = [];
for (const n of sizes) {
  const own = contenders(n);
  await cupy?.ask(`size ${n}`);
  const peers: Contender[] =
    cupy === undefined ? [] : [{ name: CUPY, sample: async () => Number(await cupy.ask("sample")) }];
  const timings = await measure([...own.map(({ contender }) => contender), ...peers], {
    rounds: ROUNDS,
    warmupRounds: 2,
  });
  for (const { end } of own) end();
  results.push({ n, timings });
  console.error(`${n}: ${timings.map((t) => `${t.name} ${(t.medianNs / 1e3).toFixed(1)} µs`).join(", ")}`);
}
cupy?.stop();

const named = ({ timings }: (typeof results)[number], name: string): Timing | undefined =>
  timings.find((one) => one.name === name);
const speed = (result: (typeof results)[number], peer: string): number | undefined => {
  const [own, other] = [named(result, VEC), named(result, peer)];
  return own === undefined || other === undefined ? undefined : 1 / ratio(own, other);
};
const peers = [COPY, ...(cupy === undefined ? [] : [CUPY])];
const cell = (value: number | undefined, digits: number): string =>
  value === undefined ? "" : value.toFixed(digits);
const rows = results.map(
  (result) =>
    `| ${result.n.toExponential(0)} | ${[VEC, ...peers].map((name) => cell((named(result, name)?.medianNs ?? NaN) / 1e3, 1)).join(" | ")} | ${peers.map((peer) => cell(speed(result, peer), 2)).join(" | ")} |`,
);
const name = onGpu ? "vec-gpu" : "vec-cpu";
console.log(
  writeReport({
    name,
    title: onGpu
      ? "Vectors in memory that host and device share, on a GPU"
      : "Vectors on the cpu device, where all memory is shared",
    versions: cupy === undefined ? {} : { CuPy: cupy.description },
    summary: [
      "float32. The host writes all elements, a kernel doubles them, the host reads one. Times in µs; speed is how many times as fast the Vec is.",
      [
        `| elements | ${[VEC, ...peers].join(" | ")} | ${peers.map((peer) => `speed over "${peer}"`).join(" | ")} |`,
        `| --: | ${[VEC, ...peers, ...peers].map(() => "--:").join(" | ")} |`,
        ...rows,
      ].join("\n"),
    ],
    isBrief: true,
    tables: results.map(({ n, timings }) => ({
      title: `${n.toExponential(0)} elements`,
      baseline: VEC,
      timings,
    })),
  }),
);
