// Two versions of CuTS, each a built folder: what importing the package costs, and how long a source takes until its kernel
// has run. Both take turns in the same run.
// Run: npm run build in both folders, then npx tsx bench/start-versions.bench.ts FOLDER, where FOLDER is a work tree of the other version.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Contender, measure, ratio, type Timing } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const [there] = process.argv.slice(2);
if (there === undefined) throw new Error("Try: npx tsx bench/start-versions.bench.ts FOLDER");
const versions = { before: there, after: fileURLToPath(new URL("../", import.meta.url)) };
const folder = mkdtempSync(join(tmpdir(), "cuts-start-versions-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const source = fileURLToPath(new URL("compile/bias-gelu.cu", import.meta.url));
const program = fileURLToPath(new URL("compile/first-launch.mjs", import.meta.url));
let sources = 0;

type Version = keyof typeof versions;

const indexOf = (version: Version): string => join(versions[version], "dist/index.js");

function importMs(version: Version): number {
  const url = JSON.stringify(pathToFileURL(indexOf(version)));
  const code = `await import(${url}); const { user, system } = process.cpuUsage(); console.log(user + system);`;
  const args = ["--input-type=module", "--eval", code];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" })) / 1e3;
}

interface Times {
  readonly launched: number;
  readonly finished: number;
  readonly again: readonly number[];
}

function launch(version: Version, addition: string, variants = 0): Times {
  const args = [program, indexOf(version), source, addition, String(variants)];
  const env = { ...process.env, CUTS_CACHE_DIR: join(folder, version) };
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8" })) as Times;
}

const newText = (): string => `// source ${sources++}\n`;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const figures: Readonly<Record<string, (version: Version) => number>> = {
  "import, processor time": importMs,
  "new source, new process": (version) => launch(version, newText()).finished,
  "new source, same process (median of 5)": (version) => median(launch(version, newText(), 5).again),
  "cached source, new process: until it is launched": (version) => launch(version, "").launched,
  "cached source, new process: until its result is there": (version) => launch(version, "").finished,
};

const tables: ReportTable[] = [];
for (const [title, sampleMs] of Object.entries(figures)) {
  const contenders = Object.keys(versions).map(
    (name): Contender => ({ name, sample: () => sampleMs(name as Version) * 1e6 }),
  );
  const timings = await measure(contenders, { rounds: ROUNDS, warmupRounds: 1 });
  tables.push({ title, baseline: "before", timings });
  console.error(`${title}: ${ratio(timings[1] as Timing, timings[0] as Timing).toFixed(3)}`);
}

const commitOf = (tree: string): string =>
  execFileSync("git", ["-C", tree, "log", "-1", "--format=%h %s"], { encoding: "utf8" }).trim();
console.log(
  writeReport({
    name: "start-versions",
    title: "Import and compile, two versions",
    versions: {},
    summary: [`Before: ${commitOf(versions.before)}. After: ${commitOf(versions.after)}.`],
    tables,
  }),
);
