// Other people's CUDA programs on the cpu device: how long a first compilation takes beside nvcc, and how long a program that was
// compiled before runs beside the same kernels as plain loops, compiled by g++. The programs are in a folder with a list of them
// (programs/program-list.ts). Run: npm run bench:programs -- FOLDER compile|run [first] [count]

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findNvcc } from "../src/compiler/nvcc.js";
import { clangVersion } from "../src/compiler/clang/package.js";
import { buildPackage } from "../test/package/built-package.js";
import { shipCompiler } from "../tools/ship-compiler.js";
import { type Contender, measure } from "./lib/measure.js";
import { type ReportTable, ratioOf, writeReport } from "./lib/report.js";
import { addMeasured, knownOf, type Measured } from "./programs/measured.js";
import { type ListedProgram, listedPrograms } from "./programs/program-list.js";

const ROUNDS = Number(process.env["CUTS_BENCH_ROUNDS"] ?? 3);
const TARGET = 3;
const CUTS = "cuts, empty cache";
const NVCC = "nvcc -O3 -arch=sm_80";
const LOOPS = "g++ -O2, loops";
const ONE_THREAD = "cuts run, one thread";
const ALL_THREADS = "cuts run";
const compileOnce = fileURLToPath(new URL("programs/compile-once.mjs", import.meta.url));

const [given = ".", what = "compile", first = "0", count = "1000"] = process.argv.slice(2);
const folder = resolve(given);
const listed = listedPrograms(folder);
const nvcc = findNvcc();
if (nvcc === undefined && what === "compile") throw new Error("Cannot compare with nvcc: there is none");
const scratch = mkdtempSync(join(tmpdir(), "cuts-bench-programs-"));
/** A package that was built before, which saves the time of building one. */
const builtBefore = process.env["CUTS_BENCH_DIST"];
const built = builtBefore === undefined ? await buildPackage() : undefined;
const dist = builtBefore ?? dirname(fileURLToPath(built?.index ?? ""));
if (built !== undefined) await shipCompiler(dist);

let measured = knownOf(folder);
for (const program of listed.slice(Number(first), Number(first) + Number(count))) {
  if (what === "run" && program.loops === undefined) continue;
  measured = addMeasured(
    folder,
    await measureOne(program),
    listed.map(({ name }) => name),
  );
}
await built?.remove();
rmSync(scratch, { recursive: true, force: true });
console.log(report());

async function measureOne(program: ListedProgram): Promise<Measured> {
  const { name } = program;
  const kind = what === "run" ? "run" : "compile";
  const contenders = kind === "run" ? runners(program) : compilers(program);
  try {
    const warmupRounds = kind === "run" ? 1 : 0;
    return { name, kind, timings: await measure(contenders, { rounds: ROUNDS, warmupRounds }) };
  } catch (error) {
    return { name, kind, timings: [], failure: (error as Error).message };
  }
}

function compilers({ folder: cwd, sources, options }: ListedProgram): readonly Contender[] {
  return [
    {
      name: CUTS,
      sample: () => {
        const CUTS_CACHE_DIR = mkdtempSync(join(scratch, "cache-"));
        const args = [
          compileOnce,
          pathToFileURL(join(dist, "index.js")).href,
          JSON.stringify(options),
          ...sources,
        ];
        const time = timed(process.execPath, args, cwd, { CUTS_CACHE_DIR });
        rmSync(CUTS_CACHE_DIR, { recursive: true });
        return time;
      },
    },
    {
      name: NVCC,
      sample: () =>
        timed(
          nvcc?.path ?? "nvcc",
          ["-O3", "-arch=sm_80", ...options, "-o", join(scratch, "program"), ...sources],
          cwd,
        ),
    },
  ];
}

function runners({
  folder: cwd,
  sources,
  options,
  loops = "",
  ...program
}: ListedProgram): readonly Contender[] {
  const executable = join(scratch, "loops");
  const includes = options.filter((option) => /^-[ID]/.test(option));
  execFileSync(
    "g++",
    ["-O2", "-std=c++17", "-w", `-I${dirname(loops)}`, `-I${cwd}`, ...includes, "-o", executable, loops],
    { cwd },
  );
  const line = ["run", "--device", "cpu", ...options, ...sources, "--", ...program.arguments];
  const cuts = (environment: Readonly<Record<string, string>>) => (): number =>
    timed(process.execPath, [join(dist, "cli/main.js"), ...line], cwd, {
      CUTS_CACHE_DIR: join(scratch, "kept"),
      ...environment,
    });
  return [
    { name: ALL_THREADS, sample: cuts({}) },
    { name: ONE_THREAD, sample: cuts({ CUTS_CPU_THREADS: "1" }) },
    { name: LOOPS, sample: () => timed(executable, program.arguments, cwd) },
  ];
}

/** Nanoseconds of a command that must end well. */
function timed(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): number {
  const begin = performance.now();
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  const time = (performance.now() - begin) * 1e6;
  if (status === 0) return time;
  const why = /^.*\berror\b.*$/im.exec(stderr)?.[0] ?? stderr.slice(0, 200);
  // Where the programs lie is nobody's business.
  throw new Error(
    `${command === process.execPath ? "cuts" : command}: ${why.trim().replaceAll(/\/\S*\//g, "")}`,
  );
}

function report(): string {
  const done = measured.filter(({ timings }) => timings.length > 0);
  const of = (kind: Measured["kind"]): readonly Measured[] => done.filter((one) => one.kind === kind);
  return writeReport({
    name: "programs",
    title: "Other people's programs on the cpu device",
    tables: done.map(tableOf),
    isBrief: true,
    versions: {
      clang: clangVersion(),
      "g++": gccVersion(),
      ...(nvcc === undefined ? {} : { nvcc: nvccVersion() }),
    },
    summary: [
      "Programs of HeCBench and of NVIDIA's cuda-samples that need no files, no graphics and one GPU, drawn at random. They are not in this repository. " +
        "To compile is from the start of the process, with nothing in the cache, to the end of linking; to run is the whole process, of a program that was compiled before, with small arguments. " +
        "The loops are the same sources with a header that runs each kernel for one thread after the other, on one core.",
      ...remarks(),
      ...section("Compiled for the first time", of("compile"), [CUTS, NVCC], NVCC),
      ...section("Run, compiled before", of("run"), [ALL_THREADS, ONE_THREAD, LOOPS], LOOPS),
      ...measured
        .filter(({ failure }) => failure !== undefined)
        .map(({ name, kind, failure }) => `${name} (${kind}): not measured: ${failure}`),
    ],
  });
}

/** What must be known of a run: `remarks.txt` in the folder. */
function remarks(): readonly string[] {
  const path = join(folder, "remarks.txt");
  return existsSync(path) ? [readFileSync(path, "utf8").trim()] : [];
}

function nvccVersion(): string {
  return (
    /release [\d.]+, V([\d.]+)/.exec(execFileSync("nvcc", ["--version"], { encoding: "utf8" }))?.[1] ?? ""
  );
}

function gccVersion(): string {
  return execFileSync("g++", ["-dumpfullversion"], { encoding: "utf8" }).trim();
}

function tableOf({ name, kind, timings }: Measured): ReportTable {
  return { title: `${name}: ${kind}`, baseline: kind === "compile" ? NVCC : LOOPS, timings };
}

function section(
  title: string,
  programs: readonly Measured[],
  rows: readonly string[],
  baseline: string,
): readonly string[] {
  if (programs.length === 0) return [];
  const others = rows.filter((row) => row !== baseline);
  const lines = programs.map((one) => {
    const table = tableOf(one);
    const times = rows.map((row) => table.timings.find(({ name }) => name === row)?.medianNs ?? Number.NaN);
    const ratios = others.map((row) => ratioOf(table, row).toFixed(2));
    return `| ${[one.name, ...times.map((ns) => `${(ns / 1e9).toFixed(2)} s`), ...ratios].join(" | ")} |`;
  });
  const kept = others.map((row) => {
    const number = programs.filter((one) => ratioOf(tableOf(one), row) <= TARGET).length;
    return `${row}: ${number} of ${programs.length} take at most ${TARGET} times ${baseline}`;
  });
  return [
    `## ${title}`,
    [
      `| ${["", ...rows, ...others.map((row) => `ratio, ${row}`)].join(" | ")} |`,
      `| --- ${"| --: ".repeat(rows.length + others.length)}|`,
      ...lines,
    ].join("\n"),
    `${kept.join("; ")}.`,
  ];
}
