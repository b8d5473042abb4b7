// Two versions of CuTS on a GPU: what a launch, an addition of small arrays and the launch of a graph take on the host. Both take turns in
// the same run. Run: npx tsx bench/launch-versions.bench.ts FOLDER, where FOLDER is a work tree of the other version.

import { fileURLToPath } from "node:url";
import { external, type ExternalContender } from "./lib/external.js";
import { measure, ratio, type Timing } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 200);
const [there, commit = "another version"] = process.argv.slice(2);
if (there === undefined) throw new Error("Try: npx tsx bench/launch-versions.bench.ts FOLDER");
const trees = { before: there, after: fileURLToPath(new URL("../", import.meta.url)) };

async function start(name: keyof typeof trees): Promise<ExternalContender> {
  const script = fileURLToPath(new URL("gpu/version-contender.ts", import.meta.url));
  const started = await external(name, process.execPath, ["--import", "tsx", script], {
    environment: { BENCH_TREE: trees[name] },
    showErrors: true,
  });
  if (started === undefined) throw new Error(`${name} did not start; what it wrote is above`);
  return started;
}

const versions = [await start("before"), await start("after")];
const tables: ReportTable[] = [];
for (const work of ["launch", "add", "graph"]) {
  const timings = await measure(
    versions.map((version) => ({
      name: version.name,
      sample: async () => Number(await version.ask(work)),
    })),
    { rounds: ROUNDS, warmupRounds: 40 },
  );
  tables.push({ title: work, baseline: "before", timings });
  console.error(`${work}: ${ratio(timings[1] as Timing, timings[0] as Timing).toFixed(3)}`);
}
for (const version of versions) version.stop();
console.log(
  writeReport({
    name: "launch-versions",
    title: "Launches on a GPU, two versions",
    versions: {},
    summary: [
      `Before: ${commit}. Nanoseconds of the host for one launch of a kernel, one addition of two arrays of 256 floats, and one launch of a graph with one kernel.`,
    ],
    tables,
  }),
);
