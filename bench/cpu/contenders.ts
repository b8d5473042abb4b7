// The programs that cpu-kernels.bench.ts lets compete, each once with one thread and once with all cores. A program
// whose compiler or library is missing is left out, and the results file says so.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ExternalContender, external } from "../lib/external.js";
import type { Case } from "./cases.js";

/** What a contender is, whatever its number of threads. */
export type Family = (typeof families)[number];

/**
 * All families. Two are here to tell what a difference is due to: thread loops in C without fused multiply-adds, which
 * WebAssembly has not either, and CuTS with V8 told to leave out the check of each memory access (never do that).
 */
export const families = [
  "CuTS",
  "C",
  "C, hand-split",
  "PoCL",
  "Numba simulator",
  "C, hand-split, unfused",
  "CuTS, accesses unchecked",
] as const;

/** A running contender. */
export interface Program {
  readonly family: Family;
  readonly threads: number;
  /** Unique among the programs. */
  readonly name: string;
  readonly process: ExternalContender;
}

/** The thread counts compared. */
export const threadCounts: readonly number[] = [...new Set([1, availableParallelism()])];

/** A folder for programs and results, removed at the end. */
export const folder: string = mkdtempSync(join(tmpdir(), "cuts-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// CUDA code sets no errno either; -ffast-math stays off, contraction to fused multiply-adds is gcc's default.
const GCC_FLAGS = ["-O3", "-march=native", "-fno-math-errno"];

/** How the C contenders are compiled. */
export const gccCommand: string = ["gcc", ...GCC_FLAGS, "[-fopenmp]"].join(" ");

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds and starts all contenders that can run here. */
export async function startPrograms(): Promise<readonly Program[]> {
  const started = await Promise.all([
    ...threadCounts.flatMap((threads) => [
      startCuts("CuTS", threads),
      startC("C", "plain-loops", threads),
      startC("C, hand-split", "hand-split", threads),
      startOpenCl(threads),
    ]),
    startC("C, hand-split, unfused", "hand-split", 1, ["-ffp-contract=off"]),
    startCuts("CuTS, accesses unchecked", 1, ["--no-wasm-bounds-checks"]),
    start("Numba simulator", 1, "/usr/bin/python3", [path("numba-simulator.py")], {
      NUMBA_ENABLE_CUDASIM: "1",
    }),
  ]);
  return started.filter((program) => program !== undefined);
}

// A cache of its own: what was compiled is the same in every run of the benchmark.
const cache = join(folder, "cache");

/**
 * Has CuTS compile everything before anything is timed. A kernel that runs for a while is compiled again for its size of
 * blocks, in the background; that must not happen in the turns of others.
 */
export async function prepareCode(cases: readonly Case[]): Promise<void> {
  const program = await startCuts("CuTS", availableParallelism());
  for (const c of cases) await program.process.ask(`sample ${c.name} ${c.n} ${COMPILED_AGAIN_AFTER_MS}`);
  let entries = -1;
  for (let now = entryCount(); now !== entries; now = entryCount()) {
    entries = now;
    await sleep(QUIET_MS);
  }
  program.process.stop();
}

const COMPILED_AGAIN_AFTER_MS = 250;
const QUIET_MS = 4000;

function entryCount(): number {
  return readdirSync(cache, { recursive: true }).length;
}

async function startCuts(family: Family, threads: number, flags: readonly string[] = []): Promise<Program> {
  const args = [...flags, "--import", "tsx", path("cuts-contender.ts")];
  const environment = { CUTS_CPU_THREADS: String(threads), CUTS_CACHE_DIR: cache };
  const program = await start(family, threads, process.execPath, args, environment);
  if (program === undefined) throw new Error(`${family} did not start; what it wrote is above`);
  return program;
}

async function start(
  family: Family,
  threads: number,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Program | undefined> {
  const name = `${family}, ${threads} ${threads === 1 ? "thread" : "threads"}`;
  const process = await external(name, command, args, { environment, showErrors: family.startsWith("CuTS") });
  return process && { family, threads, name, process };
}

async function startC(
  family: Family,
  source: string,
  threads: number,
  more: readonly string[] = [],
): Promise<Program | undefined> {
  const flags = [...GCC_FLAGS, ...more, ...(threads > 1 ? ["-fopenmp"] : [])];
  const program = compile(source, flags, ["-lm"]);
  // Threads that wait must not spin into the turn of the next contender.
  const environment = { OMP_NUM_THREADS: String(threads), OMP_WAIT_POLICY: "passive" };
  return program === undefined ? undefined : await start(family, threads, program, [], environment);
}

async function startOpenCl(threads: number): Promise<Program | undefined> {
  const program = compile("opencl-host", ["-O2"], ["-lOpenCL"]);
  if (program === undefined) return undefined;
  const environment = { POCL_MAX_PTHREAD_COUNT: String(threads) };
  return await start("PoCL", threads, program, [path("kernels.cl")], environment);
}

let compiled = 0;

function compile(source: string, flags: readonly string[], libraries: readonly string[]): string | undefined {
  const output = join(folder, `${source}-${compiled++}`);
  try {
    execFileSync("gcc", [...flags, path(`${source}.c`), "-o", output, ...libraries], { stdio: "ignore" });
    return output;
  } catch {
    return undefined;
  }
}
