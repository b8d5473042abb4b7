// What importing the package adds to the start of Node: whole processes, bare and with the import, in turns.
// Run: npm run bench:import

import { spawnSync } from "node:child_process";
import { buildPackage } from "../test/package/built-package.js";
import { type Contender, measure } from "./lib/measure.js";
import { writeReport } from "./lib/report.js";

const built = await buildPackage();

const wallMs = new Map<string, number[]>();

/** Starts a process that tells the processor time it used, which other programs on the machine do not lengthen by much. */
const start = (name: string, script: string): Contender => ({
  name,
  sample: () => {
    const begin = performance.now();
    const code = `${script}; const { user, system } = process.cpuUsage(); console.log(user + system);`;
    const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
      encoding: "utf8",
    });
    if (status !== 0)
      throw new Error(`Cannot measure ${name}: the process must end well (got status ${status})`);
    wallMs.set(name, [...(wallMs.get(name) ?? []), performance.now() - begin]);
    return Number(stdout) * 1e3;
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
const extraWallMs = medianOf(wallMs.get("Node with CuTS imported")) - medianOf(wallMs.get("bare Node"));
console.log(
  writeReport({
    name: "import",
    title: "What importing the package costs",
    tables: [
      { title: "Starting a process: processor time until the script ends", baseline: "bare Node", timings },
    ],
    versions: {},
    notes: [
      `The import adds ${extraMs.toFixed(1)} ms (target: at most 60 ms): ${extraMs <= 60 ? "kept" : "missed"}. ` +
        `On the clock it was ${extraWallMs.toFixed(1)} ms, with everything else that ran meanwhile.`,
    ],
  }),
);

function medianOf(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
