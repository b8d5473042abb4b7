// Two versions of CuTS on the cpu device, kernel by kernel: this folder and a work tree of another commit, which takes its turns in
// the same run. Says whether a change made kernels slower.
// Run: git worktree add /tmp/before <commit> && ln -s $PWD/node_modules /tmp/before && npx tsx bench/cpu-versions.bench.ts /tmp/before

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cases } from "./cpu/cases.js";
import { type ExternalContender, external } from "./lib/external.js";
import { measure, ratio, type Timing } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const BATCH_MS = 8;
/** Long enough for kernels to be compiled again for their size of blocks. */
const WARM_UP_MS = 250;
/** As in cpu-kernels.bench.ts: a batch that waited for a processor longer than this share of it is made again. */
const MAX_WAITED = 0.02;
const MAX_TRIES = 6;

const here = fileURLToPath(new URL("../", import.meta.url));
const [there, ...wanted] = process.argv.slice(2);
if (there === undefined)
  throw new Error("Try: npx tsx bench/cpu-versions.bench.ts <folder of the other version>");
const folder = mkdtempSync(join(tmpdir(), "cuts-versions-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const commitOf = (tree: string): string =>
  execFileSync("git", ["-C", tree, "log", "-1", "--format=%h %s"], { encoding: "utf8" }).trim();

async function startVersion(name: string, tree: string): Promise<ExternalContender> {
  const args = ["--import", "tsx", join(tree, "bench/cpu/cuts-contender.ts")];
  const environment = { CUTS_CPU_THREADS: "1", CUTS_CACHE_DIR: join(folder, name) };
  const process_ = await external(name, process.execPath, args, { environment, showErrors: true });
  if (process_ === undefined) throw new Error(`${name} did not start; what it wrote is above`);
  return process_;
}

const versions = [await startVersion("before", there), await startVersion("after", here)];
const disturbed = { taken: 0, kept: 0 };

async function sample(version: ExternalContender, request: string): Promise<number> {
  let best = { time: Number.NaN, waited: Number.POSITIVE_INFINITY };
  for (let i = 0; i < MAX_TRIES && best.waited > MAX_WAITED; i++) {
    const [time = Number.NaN, waited = 0] = (await version.ask(request)).split(" ").map(Number);
    if (waited < best.waited) best = { time, waited };
  }
  disturbed.taken++;
  if (best.waited > MAX_WAITED) disturbed.kept++;
  return best.time;
}

// One block of `add` is the cost of a launch.
const sizes = [{ name: "add", n: 256 }, ...cases].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const tables: ReportTable[] = [];
for (const { name, n } of sizes) {
  for (const version of versions) await version.ask(`sample ${name} ${n} ${WARM_UP_MS}`);
  const timings = await measure(
    versions.map((version) => ({
      name: version.name,
      sample: () => sample(version, `sample ${name} ${n} ${BATCH_MS}`),
    })),
    { rounds: ROUNDS, warmupRounds: 2 },
  );
  tables.push({ title: `${name} ${n.toLocaleString("en")}`, baseline: "before", timings });
  console.error(`${name} ${n} measured`);
}
for (const version of versions) version.stop();

const ratios = tables.map(({ timings }) => ratio(timings[1] as Timing, timings[0] as Timing));
const sorted = [...ratios].sort((one, two) => one - two);
const text = writeReport({
  name: "cpu-versions",
  title: "Kernels on the cpu device, two versions",
  versions: {},
  summary: [
    `Before: ${commitOf(there)}. After: ${commitOf(here)}. One thread. The ratio is after to before; below 1 it has become faster. The median of ${ratios.length} kernels is ${(sorted[Math.floor(sorted.length / 2)] as number).toFixed(2)}, the range ${(sorted[0] as number).toFixed(2)} to ${(sorted.at(-1) as number).toFixed(2)}. Made by \`npx tsx bench/cpu-versions.bench.ts <folder of the other version>\`. A sample that waited for a processor is taken again, up to ${MAX_TRIES} times: ${disturbed.kept} of ${disturbed.taken} stayed disturbed.`,
  ],
  tables,
});
console.log(text);
