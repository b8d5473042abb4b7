// How long a user waits for a kernel of fifty lines on the cpu device: in a process that compiles for the first time, in
// one that has compiled before, and when the cache has it; beside nvcc, which makes a cubin of the same source.
// It measures the package as it is published. Run: npm run bench:compile

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "../test/package/built-package.js";
import { shipCompiler } from "../tools/ship-compiler.js";
import { type Contender, measure, type Timing } from "./lib/measure.js";
import { packageVersion, type ReportTable, ratioOf, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** Compilations in one process, the median of which is a sample. */
const VARIANTS = 3;
const source = fileURLToPath(new URL("compile/bias-gelu.cu", import.meta.url));
const program = fileURLToPath(new URL("compile/first-launch.mjs", import.meta.url));

/** Milliseconds; see first-launch.mjs. */
interface Times {
  readonly import: number;
  readonly launched: number;
  readonly finished: number;
  readonly again: readonly number[];
}

/** A way to get from a source to a kernel, and what is promised of it. */
interface Way {
  readonly name: string;
  readonly sample: () => number;
  readonly limitMs?: number;
  /** Why it takes longer, where it does. */
  readonly reason?: string;
}

const NVCC = "nvcc -cubin";
const WARM = "new source, same process";
const load = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), "cuts-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const built = await buildPackage();
await shipCompiler(join(built.folder, "dist"));
const nvcc = nvccVersion();
const imports: number[] = [];
let sources = 0;

const ways: readonly Way[] = [
  {
    name: "empty cache, new process",
    sample: () => time({ cache: `empty-${sources++}` }).finished,
    limitMs: 4000,
    reason: "the compiler is loaded, 75 MB of WebAssembly",
  },
  {
    name: "new source, new process",
    sample: () => time({ addition: newText() }).finished,
    limitMs: 4000,
    reason: "the compiler is loaded, 75 MB of WebAssembly",
  },
  {
    name: WARM,
    sample: () => median(time({ addition: newText(), variants: VARIANTS }).again),
    limitMs: 500,
    reason: "three runs of clang's tools, which take 30 ms each to start, and two optimisations",
  },
  {
    name: "cached source, new process: until it is launched",
    sample: () => {
      const times = time({});
      imports.push(times.import);
      return times.launched;
    },
    limitMs: 5,
    reason:
      "nothing is waited for: V8 compiles some three hundred functions of the package, each when it is first called, and runs them without optimisation. Once they are compiled (`node --no-lazy`) the same takes a third",
  },
  {
    name: "cached source, new process: until its result is there",
    sample: () => time({}).finished,
  },
  ...(nvcc === undefined ? [] : [{ name: NVCC, sample: timeNvcc }]),
];
const contenders: readonly Contender[] = ways.map(({ name, sample }) => ({
  name,
  sample: () => sample() * 1e6,
}));
const timings = await measure(contenders, { rounds: ROUNDS, warmupRounds: 1 });
await built.remove();

const verdicts = ways.flatMap(({ name, limitMs, reason = "" }) => {
  const reachedMs = (timings.find((t) => t.name === name) as Timing).medianNs / 1e6;
  return limitMs === undefined ? [] : [{ name, limitMs, reachedMs, reason, kept: reachedMs < limitMs }];
});
const table: ReportTable = {
  title: "From a CUDA source to the end of its first launch",
  baseline: nvcc === undefined ? WARM : NVCC,
  timings,
  note: `Import of the package, which comes before: ${median(imports).toFixed(0)} ms. nvcc compiles for one architecture, sm_90, and launches nothing. The kernel has a loop, so it runs on worker threads, which start with the first launch.`,
};
const text = writeReport({
  name: "compile",
  title: "Compile times on the cpu device",
  tables: [table],
  versions: { "@yowasp/clang": packageVersion("@yowasp/clang"), ...(nvcc === undefined ? {} : { nvcc }) },
  summary: [
    `The source has fifty lines: tiles in shared memory, barriers in a loop, a template, a warp shuffle and an atomic. Load average before the run: ${load.toFixed(2)}.`,
    targets(),
    nvcc === undefined
      ? "nvcc is not installed here, so there is no ratio to it."
      : `Relative to nvcc -cubin: ${[WARM, "new source, new process"].map((name) => `${ratioOf(table, name).toFixed(2)} for a ${name}`).join(", ")}.`,
  ],
});
console.log(text);
if (verdicts.some((v) => !v.kept)) process.exitCode = 1;

function targets(): string {
  const rows = verdicts.map(({ name, limitMs, reachedMs, kept, reason }) => {
    const reached = `${reachedMs.toFixed(reachedMs < 10 ? 1 : 0)} ms`;
    return `| ${name} | under ${limitMs} ms | ${reached} | ${kept ? "kept" : "**missed**"} | ${kept ? "" : reason} |`;
  });
  return ["| | target | reached | | why |", "| --- | --: | --: | --- | --- |", ...rows].join("\n");
}

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
  const start = performance.now();
  execFileSync("nvcc", ["-cubin", "-arch=sm_90", "-o", join(folder, "kernel.cubin"), source]);
  return performance.now() - start;
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
