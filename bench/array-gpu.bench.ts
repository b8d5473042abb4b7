// Arrays on a GPU against CuPy and PyTorch, in turns in one run, from small ones, where the way to the launch counts, to large
// ones, where memory does: their share of the driver's own copy from device to device.
// Run: npm run bench:array-gpu

import { fileURLToPath } from "node:url";
import { type ExternalContender, external } from "./lib/external.js";
import { measure, ratio, type Timing } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const BATCH_MS = 20;
const sizes = [1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
/** Bytes that each operation moves for an element. */
const operations = { add: 12, exp: 8, sum: 4 } as const;
/** Up to here the way to the launch counts, and CuTS must be this many times faster than CuPy. */
const SMALL = 10_000;
const SMALL_SPEED = 1.5;
/** What of the copy's bandwidth the largest ones must reach. */
const SHARE = 0.92;

const path = (name: string): string => fileURLToPath(new URL(`array/${name}`, import.meta.url));
const started = await Promise.all([
  start("CuTS", process.execPath, ["--import", "tsx", path("cuts.ts")]),
  start("CuPy", "python3", [path("gpu-contender.py"), "cupy"]),
  start("PyTorch", "python3", [path("gpu-contender.py"), "torch"]),
]);
const programs = started.filter((program) => program !== undefined);

interface Result {
  readonly name: keyof typeof operations;
  readonly n: number;
  readonly timings: readonly Timing[];
}
const results: Result[] = [];
const largest = Math.max(...sizes);
let copyBytesPerNs = 0;
for (const name of Object.keys(operations) as (keyof typeof operations)[]) {
  for (const n of sizes) {
    await compare(name, n);
    const timings = await measure(
      programs.map((program) => contender(program, name, n)),
      { rounds: ROUNDS, warmupRounds: 6 },
    );
    results.push({ name, n, timings });
    console.error(
      `${name} ${n}: ${timings.map((t) => `${t.name} ${(t.medianNs / 1e3).toFixed(2)} us`).join(", ")}`,
    );
  }
}
const copying = programs.find(({ name }) => name === "CuPy") ?? programs.at(-1);
if (copying !== undefined) {
  const [copy] = await measure([contender(copying, "copy", largest)], { rounds: ROUNDS, warmupRounds: 2 });
  copyBytesPerNs = (8 * largest) / (copy as Timing).medianNs;
}
for (const program of programs) program.stop();

const lines = results.map((result) => {
  const cupy = speed(result, "CuPy");
  const torch = speed(result, "PyTorch");
  const isSmall = result.n <= SMALL;
  const reached = share(result);
  return {
    isKept:
      (!isSmall || cupy === undefined || cupy >= SMALL_SPEED) &&
      (result.n !== largest || result.name === "exp" || reached >= SHARE),
    text: `| ${result.name}, ${result.n.toLocaleString("en")} | ${cell(cupy)} | ${cell(torch)} | ${result.n === largest ? reached.toFixed(2) : ""} |`,
  };
});
const text = writeReport({
  name: "array-gpu",
  title: "Arrays on a GPU",
  versions: Object.fromEntries(programs.map((p) => [p.name, p.description])),
  summary: [
    `Float32. Operations are started one after the other and waited for once a batch; each result is given up before the next. Speeds are relative to CuPy and PyTorch (2 is twice as fast), the last column is the share of the bandwidth of the driver's copy from device to device, ${copyBytesPerNs.toFixed(0)} GB/s read and written in this run. Promised: ${SMALL_SPEED} of CuPy up to ${SMALL.toLocaleString("en")} elements, ${SHARE} of the copy's bandwidth for add and sum of ${largest.toLocaleString("en")}.`,
    [
      "| | of CuPy | of PyTorch | of the copy's bandwidth |",
      "| --- | --: | --: | --: |",
      ...lines.map((line) => line.text),
    ].join("\n"),
    `Kept: ${lines.filter(({ isKept }) => isKept).length} of ${lines.length}.`,
  ],
  tables: results.map(
    ({ name, n, timings }): ReportTable => ({
      title: `${name}, ${n.toLocaleString("en")}`,
      baseline: timings.at(1)?.name ?? "CuTS",
      timings,
    }),
  ),
});
console.log(text);
if (lines.some(({ isKept }) => !isKept)) process.exitCode = 1;

async function start(
  name: string,
  command: string,
  args: readonly string[],
): Promise<ExternalContender | undefined> {
  const program = await external(name, command, args, {
    environment: { CUTS_DEVICE: "cuda:0" },
    showErrors: name === "CuTS",
  });
  if (program === undefined) console.error(`${name} is not on this machine and is left out`);
  return program;
}

function contender(program: ExternalContender, name: string, n: number) {
  return {
    name: program.name,
    sample: async () => Number(await program.ask(`sample ${name} ${n} ${BATCH_MS}`)),
  };
}

async function compare(name: string, n: number): Promise<void> {
  let expected: number | undefined;
  for (const program of programs) {
    const sum = Number(await program.ask(`check ${name} ${n}`));
    expected ??= sum;
    if (Math.abs(sum - expected) > 1e-3 * Math.abs(expected))
      throw new Error(`${program.name} is wrong in ${name} of ${n}: the sum is ${sum}, not ${expected}`);
  }
}

function speed({ timings }: Result, than: string): number | undefined {
  const [own, other] = ["CuTS", than].map((name) => timings.find((timing) => timing.name === name));
  return own === undefined || other === undefined ? undefined : 1 / ratio(own, other);
}

function share({ name, n, timings }: Result): number {
  const own = timings.find((timing) => timing.name === "CuTS") as Timing;
  return (operations[name] * n) / own.medianNs / copyBytesPerNs;
}

function cell(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(2);
}
