// From `cuts run` of a program of a hundred lines to its first output: with an empty cache, with a new program, and with
// one that was compiled before; beside it nvcc and the executable it makes, where there is nvcc.
// Run: npm run bench:program

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNvcc } from "../src/compiler/nvcc.js";
import { clangVersion } from "../src/compiler/clang/package.js";
import { buildPackage } from "../test/package/built-package.js";
import { shipCompiler } from "../tools/ship-compiler.js";
import { type Contender, measure, type Timing } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["CUTS_BENCH_ROUNDS"] ?? 5);
const source = readFileSync(new URL("program/heat.cu", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "cuts-bench-program-"));
const program = join(folder, "heat.cu");
writeFileSync(program, source);
const built = await buildPackage();
const dist = dirname(fileURLToPath(built.index));
await shipCompiler(dist);
const cli = join(dist, "cli/main.js");
const warmCache = join(folder, "warm-cache");
let serial = 0;

/** Milliseconds until a command prints the first byte, and until it ends. It must end well. */
function firstOutput(
  command: string,
  args: readonly string[],
  cache?: string,
): Promise<{ first: number; end: number }> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    let first: number | undefined;
    const env = cache === undefined ? process.env : { ...process.env, CUTS_CACHE_DIR: cache };
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], env, cwd: folder });
    child.stdout.on("data", () => (first ??= performance.now() - begin));
    child.on("error", reject);
    child.on("close", (status) => {
      if (status !== 0) reject(new Error(`Cannot measure ${command}: it must end well (got ${status})`));
      else resolve({ first: first ?? Number.NaN, end: performance.now() - begin });
    });
  });
}

const cutsRun = async (path: string, cache: string): Promise<number> =>
  (await firstOutput(process.execPath, [cli, "run", "--device", "cpu", path], cache)).first * 1e6;

/** The same program with another text, so that only what all programs share is in the cache. */
function newProgram(): string {
  const path = join(folder, `heat${++serial}.cu`);
  writeFileSync(path, `${source}// ${serial}\n`);
  return path;
}

const emptyCache: Contender = {
  name: "cuts run, empty cache",
  sample: async () => {
    const cache = mkdtempSync(join(folder, "cache-"));
    const time = await cutsRun(program, cache);
    rmSync(cache, { recursive: true, force: true });
    return time;
  },
};
const unknownProgram: Contender = {
  name: "cuts run, new program",
  sample: () => cutsRun(newProgram(), warmCache),
};
const knownProgram: Contender = {
  name: "cuts run, compiled before",
  sample: () => cutsRun(program, warmCache),
};
const bareNode: Contender = {
  name: "node -e 'console.log(1)'",
  sample: async () => (await firstOutput(process.execPath, ["-e", "console.log(1)"])).first * 1e6,
};

const nvcc = findNvcc();
const executable = join(folder, "heat");
const nvccBuild: Contender = {
  name: "nvcc heat.cu",
  sample: async () => {
    const begin = performance.now();
    await firstOutput(nvcc?.path ?? "nvcc", [newProgram(), "-o", executable]);
    return (performance.now() - begin) * 1e6;
  },
};
// Without a GPU the executable prints its first line all the same, and then fails.
const canRun = process.env["CUTS_BENCH_GPU"] === "1";
const nvccRun: Contender = {
  name: "nvcc heat.cu && ./heat",
  sample: async () => {
    const build = await nvccBuild.sample();
    return build + (await firstOutput(executable, [])).first * 1e6;
  },
};
const executableRun: Contender = {
  name: "./heat, compiled before",
  sample: async () => (await firstOutput(executable, [])).first * 1e6,
};

await cutsRun(program, warmCache);
const nvccRows = nvcc === undefined ? [] : [canRun ? nvccRun : nvccBuild];
const compiling = await measure([emptyCache, unknownProgram, ...nvccRows], {
  rounds: ROUNDS,
  warmupRounds: 0,
});
const starting = await measure(
  [bareNode, knownProgram, ...(nvcc !== undefined && canRun ? [executableRun] : [])],
  {
    rounds: 4 * ROUNDS,
    warmupRounds: 1,
  },
);
await built.remove();
rmSync(folder, { recursive: true, force: true });

const ms = (timings: readonly Timing[], name: string): number =>
  (timings.find((timing) => timing.name === name)?.medianNs ?? Number.NaN) / 1e6;
const verdict = (value: number, target: number): string =>
  `${(value / 1000).toFixed(2)} s (target: under ${target / 1000} s): ${value < target ? "kept" : "missed"}`;
const tables: ReportTable[] = [
  {
    title: "A program that was never compiled: to its first output",
    baseline: nvccRows[0]?.name ?? unknownProgram.name,
    timings: compiling,
  },
  {
    title: "A program that was compiled before: to its first output",
    baseline: nvcc !== undefined && canRun ? executableRun.name : bareNode.name,
    timings: starting,
  },
];
console.log(
  writeReport({
    name: "program",
    title: "Starting CUDA programs with `cuts run`",
    tables,
    versions: {
      clang: clangVersion(),
      ...(nvcc === undefined ? {} : { nvcc: nvcc.version.split(" ")[0] ?? "" }),
    },
    notes: [
      `Cold, with nothing in the cache: ${verdict(ms(compiling, emptyCache.name), 8000)}. ` +
        `With what the cache then has of other programs: ${(ms(compiling, unknownProgram.name) / 1000).toFixed(2)} s.`,
      `Compiled before: ${verdict(ms(starting, knownProgram.name), 500)}.`,
      nvcc === undefined ? "There is no nvcc here to compare with." : "",
    ].filter((note) => note !== ""),
  }),
);
