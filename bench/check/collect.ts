// Runs the catalogue under compute-sanitizer on a machine with a GPU, and times kernels with and without it. What the tools say is
// kept as it is; sanitizer-table.ts reads it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolEnd } from "../../src/host/shapes.js";
import { runTool } from "../../src/host/tools.js";
import { cataloguePrograms } from "./catalogue.js";

export const TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"] as const;
export type Tool = (typeof TOOLS)[number];

/** One case under one tool. */
export interface CaseRun {
  readonly file: string;
  readonly name: string;
  readonly tool: Tool;
  readonly status: number;
  readonly isTimedOut: boolean;
  readonly output: string;
}

/** A launch, in microseconds, medians of many: on the device by events, and on the host with the wait for its end. */
export interface KernelTime {
  readonly kernel: string;
  readonly byEvents: number;
  readonly byClock: number;
}

/** How long kernels took under a tool, or alone. */
export interface Times {
  readonly what: "cost" | "ranking";
  readonly tool: Tool | "none";
  readonly length: number;
  readonly kernels: readonly KernelTime[];
}

/** All that was seen. */
export interface Collected {
  readonly date: string;
  readonly gpu: string;
  readonly version: string;
  readonly runs: readonly CaseRun[];
  readonly times: readonly Times[];
  /** Cases for which there was no time. */
  readonly skipped: number;
}

const CASE_TIMEOUT_MS = 25_000;
const TIMES_TIMEOUT_MS = 60_000;
const LENGTHS = [2 ** 16, 2 ** 22];
const RANKING_LENGTH = 2 ** 26;
const OUTPUT_CHARACTERS = 6000;

/** What is run: all and the times by default, else only cases of these names or files, or `twins`, or `bugs`. */
type Wanted = readonly string[];

/** Builds and runs everything; no case is begun after so many seconds. */
export async function collect(
  nvcc: string,
  sanitizer: string,
  seconds: number,
  only: Wanted,
): Promise<Collected> {
  const end = Date.now() + 1000 * seconds;
  const folder = mkdtempSync(join(tmpdir(), "cuts-sanitizer-"));
  try {
    const programs = await build(nvcc, folder);
    console.log(`built after ${Math.round(seconds - (end - Date.now()) / 1000)} s`);
    const times = only.length > 0 ? [] : await timeAll(sanitizer, join(folder, "times"));
    console.log(`timed after ${Math.round(seconds - (end - Date.now()) / 1000)} s`);
    const all = programs.flatMap(({ file, path, cases }) =>
      cases.flatMap(({ name, bugs }) =>
        TOOLS.map((tool) => ({ file, path, name, tool, isBug: bugs.length > 0 })),
      ),
    );
    const isWanted = ({ file, name, isBug }: (typeof all)[number]): boolean =>
      only.length === 0 || [file, name, isBug ? "bugs" : "twins"].some((word) => only.includes(word));
    const wanted = all.filter(isWanted);
    wanted.sort((a, b) => Number(b.isBug) - Number(a.isBug));
    const runs: CaseRun[] = [];
    const worker = async (): Promise<void> => {
      while (Date.now() < end) {
        const next = wanted.shift();
        if (next === undefined) return;
        const { file, path, name, tool } = next;
        const leaks = tool === "memcheck" && file === "catalogue.cu" ? ["--leak-check", "full"] : [];
        const ended = await runTool(
          sanitizer,
          ["--tool", tool, ...leaks, "--print-limit", "20", path, name],
          {
            timeoutMs: CASE_TIMEOUT_MS,
          },
        );
        runs.push({
          file,
          name,
          tool,
          status: ended.status,
          isTimedOut: ended.isTimedOut,
          output: said(ended),
        });
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    console.log(
      `ran ${runs.length} after ${Math.round(seconds - (end - Date.now()) / 1000)} s, ${wanted.length} left`,
    );
    return {
      date: new Date().toISOString().slice(0, 10),
      gpu: (
        await runTool(await whereIs("nvidia-smi"), [
          "--query-gpu=name,driver_version",
          "--format=csv,noheader",
        ])
      ).stdout.trim(),
      version: (await runTool(sanitizer, ["--version"])).stdout.trim().split("\n").at(-1) ?? "",
      runs,
      times,
      skipped: wanted.length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of a program of the system. @throws Error where there is none. */
export async function whereIs(program: string): Promise<string> {
  const { stdout } = await runTool("/bin/sh", [
    "-c",
    `command -v ${program} || ls /usr/local/cuda/bin/${program}`,
  ]);
  const path = stdout.trim().split("\n")[0];
  if (!path) throw new Error(`There is no ${program} on this machine`);
  return path;
}

/** Compiles the programs, and the one that times kernels; with code for debuggers, so that nothing is optimised away. */
export async function build(nvcc: string, folder: string) {
  const compile = async (source: string, path: string, options: readonly string[]): Promise<void> => {
    const { status, stdout, stderr } = await runTool(nvcc, [
      ...options,
      "-arch=sm_90",
      "-w",
      "-o",
      path,
      source,
    ]);
    if (status !== 0) throw new Error(`Cannot compile ${source}:\n${stdout}${stderr}`);
  };
  const programs = cataloguePrograms().map(({ file, source, cases }) => {
    const path = join(folder, file.replace(/\.cu$/, ""));
    writeFileSync(join(folder, file), source);
    return { file, path, cases };
  });
  await Promise.all([
    ...programs.map(({ file, path }) => compile(join(folder, file), path, ["-G", "-g"])),
    compile(fileURLToPath(new URL("times.cu", import.meta.url)), join(folder, "times"), ["-O3", "-lineinfo"]),
  ]);
  return programs;
}

// One after the other, with the machine for itself.
async function timeAll(sanitizer: string, program: string): Promise<readonly Times[]> {
  const times = [await timesOf(sanitizer, program, "ranking", "none", RANKING_LENGTH)];
  for (const length of LENGTHS) {
    for (const tool of ["none", ...TOOLS] as const)
      times.push(await timesOf(sanitizer, program, "cost", tool, length));
  }
  return times;
}

async function timesOf(
  sanitizer: string,
  program: string,
  what: Times["what"],
  tool: Times["tool"],
  length: number,
): Promise<Times> {
  const own = [program, what, String(length)];
  const [path = "", ...args] = tool === "none" ? own : [sanitizer, "--tool", tool, ...own];
  const ended = await runTool(path, args, { timeoutMs: TIMES_TIMEOUT_MS });
  const kernels = [...ended.stdout.matchAll(/^(\w+) ([\d.]+) ([\d.]+)$/gm)].map(
    ([, kernel = "", byEvents, byClock]) => ({
      kernel,
      byEvents: Number(byEvents),
      byClock: Number(byClock),
    }),
  );
  // The other figures are worth having all the same.
  if (kernels.length === 0) console.error(`Cannot time ${what} under ${tool}:\n${said(ended)}`);
  return { what, tool, length, kernels };
}

function said({ stdout, stderr }: ToolEnd): string {
  return `${stdout}${stderr}`.slice(0, OUTPUT_CHARACTERS);
}
