// What a check costs: each kernel unchecked, checked for memory alone, and checked for races too. An unchecked run is on all threads of
// the cpu device, a checked one on the calling thread. Run: npm run bench:check

import { readFileSync } from "node:fs";
import * as cu from "../src/index.js";
import { LIBRARY, librarySamples } from "./check/library-samples.js";
import { SampleProcess, serve } from "./check/sample-process.js";
import { type Contender, measure } from "./lib/measure.js";
import { type ReportTable, ratioOf, writeReport } from "./lib/report.js";

const N = 1 << 16;
const ROUNDS = 7;
const MEMORY = "out-of-bounds,use-after-free,misaligned,uninitialized-read,null-pointer,host-pointer";
/** Written for this: what differs between them is how they use memory and barriers. */
const OWN = ["saxpy", "stencil", "transpose", "reduce", "histogram", "rows", "arithmetic"] as const;

function ownSamples(isChecked: boolean): Contender[] {
  const source = readFileSync(new URL("./check/cost.cu", import.meta.url), "utf8");
  const config = { grid: N / 256, block: 256 };
  const x = Float32Array.from({ length: N }, (_, i) => i % 7);
  const module = cu.module(source, { fileName: "cost.cu", device: "cpu" });
  return OWN.map((name) => {
    const kernel = module.kernel(name);
    const y = new Float32Array(N);
    const sample = async (): Promise<number> => {
      const begin = performance.now();
      const reports = isChecked ? await kernel.check(config, x, y, N) : await kernel.run(config, x, y, N);
      if (Array.isArray(reports) && reports.length > 0)
        throw new Error(`${name}: ${cu.formatReports(reports)}`);
      return (performance.now() - begin) * 1e6;
    };
    return { name, sample };
  });
}

async function* all(isChecked: boolean): AsyncGenerator<Contender> {
  yield* ownSamples(isChecked);
  yield* librarySamples(isChecked);
}

if (process.send !== undefined) await serve(all(process.argv[2] === "checked"));

const WAYS = ["unchecked", "memory", "memory and races"] as const;
// What is checked is settled when a process starts: there is one for each way, and they take turns.
const ways = [
  new SampleProcess(import.meta.url, "plain"),
  new SampleProcess(import.meta.url, "checked", { CUTS_CHECK_ONLY: MEMORY }),
  new SampleProcess(import.meta.url, "checked"),
];
const tables: ReportTable[] = [];
for (;;) {
  const [title] = await Promise.all(ways.map((way) => way.next()));
  if (title === undefined) break;
  const contenders = ways.map((way, i) => ({ name: WAYS[i] as string, sample: () => way.sample() }));
  const timings = await measure(contenders, { rounds: ROUNDS, warmupRounds: 1 });
  tables.push({ title, baseline: "unchecked", timings });
}
const ratiosOf = (way: string): number[] => tables.map((table) => ratioOf(table, way)).sort((a, b) => a - b);
const verdict = (way: string, most: number): string => {
  const ratios = ratiosOf(way);
  const [least = NaN, median = NaN, greatest = NaN] = [0, ratios.length >> 1, ratios.length - 1].map(
    (at) => ratios[at],
  );
  return `${way}: ${median.toFixed(1)} times an unchecked run, as the median of ${tables.length} kernels (from ${least.toFixed(1)} to ${greatest.toFixed(1)}; target: at most ${most}): ${median <= most ? "kept" : "missed"}.`;
};
const slowest = [...tables]
  .sort((a, b) => ratioOf(b, "memory and races") - ratioOf(a, "memory and races"))
  .slice(0, 3)
  .map((table) => `${table.title} (${ratioOf(table, "memory and races").toFixed(1)})`);
console.log(
  writeReport({
    name: "check-cost",
    title: "What a check costs",
    summary: [
      verdict("memory", 10),
      verdict("memory and races", 30),
      `It costs most for ${slowest.join(", ")}.`,
    ],
    tables,
    versions: {},
    notes: [
      `The first ${OWN.length}: ${N} threads each, in blocks of 256; copies of the arrays to the device and back are part of all times.`,
      LIBRARY,
    ],
  }),
);
