// What importing the package adds to the start of Node: whole processes, bare and with the import, in turns.
// Run: npx tsx bench/import.bench.ts

import { spawnSync } from "node:child_process";
import { buildPackage } from "../test/package/built-package.js";
import { type Contender, measure } from "./lib/measure.js";
import { writeReport } from "./lib/report.js";

const built = await buildPackage();

const start = (name: string, script: string): Contender => ({
  name,
  sample: () => {
    const begin = process.hrtime.bigint();
    const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: "ignore",
    });
    if (status !== 0)
      throw new Error(`Cannot measure ${name}: the process must end well (got status ${status})`);
    return Number(process.hrtime.bigint() - begin);
  },
});

const index = JSON.stringify(built.index);
const timings = await measure(
  [
    start("bare Node", ""),
    start("Node with CuTS imported", `await import(${index});`),
    start(
      "… and a function of libc called",
      `(await import(${index})).dlopen(null, { abs: "int(int)" }).abs(-1);`,
    ),
  ],
  { rounds: 20, warmupRounds: 2 },
);
await built.remove();

const [bare, imported] = timings;
const extraMs = ((imported?.medianNs ?? Number.NaN) - (bare?.medianNs ?? Number.NaN)) / 1e6;
console.log(
  writeReport({
    name: "import",
    title: "What importing the package costs",
    tables: [{ title: "Starting a process", baseline: "bare Node", timings }],
    versions: {},
    notes: [
      `The import adds ${extraMs.toFixed(1)} ms (target: at most 60 ms): ${extraMs <= 60 ? "kept" : "missed"}.`,
    ],
  }),
);
