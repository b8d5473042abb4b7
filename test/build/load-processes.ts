// Processes that load the same sources: started, killed, asked. What processes.test.ts and kill-builds.ts share.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Workshop } from "./workshop.js";

/** What a process says of its load. */
export interface LoadReport {
  readonly answer: number;
  readonly path: string;
  readonly isFresh: boolean;
  readonly compiled: readonly string[];
  /** How long the load took, the start of the process not counted. */
  readonly elapsedMs: number;
}

/** load-once.ts as one file of JavaScript, which starts in a tenth of the time; where Node finds the packages it imports. */
const program = await bundled(fileURLToPath(new URL("load-once.ts", import.meta.url)));

async function bundled(entry: string): Promise<string> {
  const root = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(join(root, "cuts-test-"));
  const outfile = join(folder, "load-once.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
  });
  return outfile;
}

/** Removes the bundled program: nothing can be started any more. */
export function removeProgram(): void {
  rmSync(dirname(program), { recursive: true, force: true });
}

/** Starts a process that loads. */
export function startLoad(shop: Workshop, sources: readonly string[]): ChildProcess {
  const env = { ...process.env, CUTS_CACHE_DIR: shop.cache, CUTS_DEVICE: "cpu" };
  return spawn(process.execPath, [program, ...sources], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** What a process says when it ends by itself. @throws Error with what it wrote, when it fails. */
export async function reportOf(child: ChildProcess): Promise<LoadReport> {
  const text = { out: "", err: "" };
  child.stdout?.on("data", (chunk) => (text.out += String(chunk)));
  child.stderr?.on("data", (chunk) => (text.err += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`load ended with ${code}:\n${text.err}`);
  return JSON.parse(text.out.trim().split("\n").at(-1) ?? "") as LoadReport;
}

/** Waits until a process begins to load, lets it go on for some time, and kills it without warning. */
async function killAfter(child: ChildProcess, delayMs: number): Promise<void> {
  const closed = once(child, "close");
  await Promise.race([once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data"), closed]);
  await sleep(delayMs);
  child.kill("SIGKILL");
  await closed;
}

/** Two sources and a header whose `answer` is `value`. */
export function writeSources(shop: Workshop, value: number): readonly string[] {
  const sources = [shop.path("part.cpp"), shop.path("answer.cpp")];
  writeFileSync(shop.path("value.h"), `#define VALUE ${value}\n`);
  writeFileSync(
    sources[0] ?? "",
    `#include <map>\n#include <string>\n#include "value.h"\nint part() { std::map<std::string, int> m; m["x"] = VALUE; return m["x"]; }\n`,
  );
  writeFileSync(sources[1] ?? "", `int part();\nextern "C" int answer() { return part(); }\n`);
  return sources;
}

/**
 * Kills a build `kills` times at random points, each time with new sources, and loads after each kill what was killed.
 * @returns what was wrong, nothing if all is well.
 */
export async function killBuilds(
  shop: Workshop,
  kills: number,
  log: (line: string) => void,
): Promise<string[]> {
  const wrong: string[] = [];
  // How long a build takes: the least seen, so that most kills come before the end.
  let buildMs = (await reportOf(startLoad(shop, writeSources(shop, 0)))).elapsedMs;
  for (let round = 1; round <= kills; round++) {
    const sources = writeSources(shop, round);
    // Some are killed twice before anybody gets to the end.
    const delays = Array.from({ length: 1 + (round % 2) }, () => Math.random() * buildMs);
    for (const delayMs of delays) await killAfter(startLoad(shop, sources), delayMs);
    try {
      const report = await reportOf(startLoad(shop, sources));
      if (report.isFresh) buildMs = Math.min(buildMs, report.elapsedMs);
      if (report.answer !== round) wrong.push(`round ${round}: ${JSON.stringify(report)}`);
      log(
        `round ${round}: killed after ${delays.map(Math.round).join(", ")} ms; compiled then: ${report.compiled.length}`,
      );
    } catch (error) {
      wrong.push(`round ${round}: ${(error as Error).message}`);
    }
  }
  return wrong;
}
