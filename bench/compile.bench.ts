// How long a user waits for a kernel of fifty lines on the cpu device: in a process that compiles for the first time, in
// one that has compiled before, and when the cache has it; beside nvcc, which makes a cubin of the same source.
// It measures the package as it is published. Run: npx tsx bench/compile.bench.ts

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "../test/package/built-package.js";
import { type Contender, measure, type Timing } from "./lib/measure.js";
import { packageVersion, type ReportTable, ratioOf, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
const WARM_VARIANTS = 3;
const source = fileURLToPath(new URL("compile/bias-gelu.cu", import.meta.url));
const program = fileURLToPath(new URL("compile/first-launch.mjs", import.meta.url));

/** Milliseconds; see first-launch.mjs. */
interface Times {
  readonly import: number;
  readonly first: number;
  readonly again: readonly number[];
}

const load = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), "cuts-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const built = await buildPackage();
const nvcc = nvccVersion();
const imports: number[] = [];
let sources = 0;

const contenders: readonly Contender[] = [
  { name: "empty cache, new process", sample: () => time({ cache: `empty-${sources++}` }).first * 1e6 },
  { name: "new source, new process", sample: () => time({ addition: newText() }).first * 1e6 },
  {
    name: "new source, same process",
    sample: () => median(time({ addition: newText(), variants: WARM_VARIANTS }).again) * 1e6,
  },
  {
    name: "cached source, new process",
    sample: () => {
      const times = time({});
      imports.push(times.import);
      return times.first * 1e6;
    },
  },
  ...(nvcc === undefined ? [] : [{ name: "nvcc -cubin", sample: timeNvcc }]),
];
const timings = await measure(contenders, { rounds: ROUNDS, warmupRounds: 1 });
await built.remove();

/** What is promised, in milliseconds; the kernel has no more than fifty lines and the compiler's files are in memory. */
const targets: readonly (readonly [string, number])[] = [
  ["empty cache, new process", 4000],
  ["new source, new process", 4000],
  ["new source, same process", 500],
  ["cached source, new process", 5],
];
const verdicts = targets.map(([name, limit]) => {
  const found = (timings.find((t) => t.name === name) as Timing).medianNs / 1e6;
  return { name, limit, found, kept: found < limit };
});

const table: ReportTable = {
  title: "From a CUDA source to the end of its first launch",
  baseline: nvcc === undefined ? "new source, same process" : "nvcc -cubin",
  timings,
  note: `Import of the package, which comes before: ${median(imports).toFixed(0)} ms. nvcc compiles for one architecture, sm_90, and launches nothing.`,
};
const text = writeReport({
  name: "compile",
  title: "Compile times on the cpu device",
  tables: [table],
  versions: { "@yowasp/clang": packageVersion("@yowasp/clang"), ...(nvcc === undefined ? {} : { nvcc }) },
  summary: [
    `The source has fifty lines: tiles in shared memory, barriers in a loop, a template, a warp shuffle and an atomic. Load average before the run: ${load.toFixed(2)}.`,
    ["| | target | reached | |", "| --- | --: | --: | --- |"]
      .concat(
        verdicts.map(
          (v) =>
            `| ${v.name} | under ${v.limit} ms | ${v.found.toFixed(v.found < 10 ? 1 : 0)} ms | ${v.kept ? "kept" : "**missed**"} |`,
        ),
      )
      .join("\n"),
    ...(nvcc === undefined
      ? ["nvcc is not installed here, so there is no ratio to it."]
      : [
          `A new source in a process that has compiled before takes ${ratioOf(table, "new source, same process").toFixed(2)} times as long as nvcc -cubin.`,
        ]),
  ],
});
console.log(text);
if (verdicts.some((v) => !v.kept)) process.exitCode = 1;

function time(options: { cache?: string; addition?: string; variants?: number }): Times {
  const { cache = "kept", addition = "", variants = 0 } = options;
  const args = [program, built.index, source, addition, String(variants)];
  const env = { ...process.env, CUTS_CACHE_DIR: join(folder, cache) };
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8" })) as Times;
}

function newText(): string {
  return `// source ${sources++}\n`;
}

function timeNvcc(): number {
  const start = process.hrtime.bigint();
  execFileSync("nvcc", ["-cubin", "-arch=sm_90", "-o", join(folder, "kernel.cubin"), source]);
  return Number(process.hrtime.bigint() - start);
}

function nvccVersion(): string | undefined {
  try {
    return /release [\d.]+, V([\d.]+)/.exec(execFileSync("nvcc", ["--version"], { encoding: "utf8" }))?.[1];
  } catch {
    return undefined;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
