// What a check costs: each kernel unchecked, checked for memory alone, and checked for races too. An unchecked run is on all threads of
// the cpu device, a checked one on the calling thread. Run: npm run bench:check

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as cu from "../src/index.js";
import { measure, type Timing } from "./lib/measure.js";
import { type ReportTable, ratioOf, writeReport } from "./lib/report.js";

const N = 1 << 16;
const ROUNDS = 5;
const MEMORY = "out-of-bounds,use-after-free,misaligned,uninitialized-read,null-pointer,host-pointer";

const source = readFileSync(new URL("./check/cost.cu", import.meta.url), "utf8");
const names = ["saxpy", "stencil", "transpose", "reduce", "histogram", "rows", "arithmetic"] as const;

const config = { grid: N / 256, block: 256 };
const x = Float32Array.from({ length: N }, (_, i) => i % 7);
const module = cu.module(source, { fileName: "cost.cu", device: "cpu" });

async function timesOf(isChecked: boolean): Promise<Record<string, Timing>> {
  const times: Record<string, Timing> = {};
  for (const name of names) {
    const kernel = module.kernel(name);
    const y = new Float32Array(N);
    const sample = async (): Promise<number> => {
      const begin = performance.now();
      const reports = isChecked ? await kernel.check(config, x, y, N) : await kernel.run(config, x, y, N);
      if (Array.isArray(reports) && reports.length > 0)
        throw new Error(`${name}: ${cu.formatReports(reports)}`);
      return (performance.now() - begin) * 1e6;
    };
    const [timing] = await measure([{ name, sample }], { rounds: ROUNDS, warmupRounds: 1 });
    times[name] = timing as Timing;
  }
  return times;
}

const mode = process.argv[2];
if (mode !== undefined) {
  console.log(JSON.stringify(await timesOf(mode === "checked")));
  process.exit();
}

function measured(own: string, only?: string): Record<string, Timing> {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), own];
  const env = { ...process.env, CUTS_CHECK_ONLY: only };
  const output = execFileSync(process.execPath, args, { env, encoding: "utf8" });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, Timing>;
}

const plain = measured("plain");
const memory = measured("checked", MEMORY);
const all = measured("checked");
const WAYS = ["unchecked", "memory", "memory and races"] as const;
const tables = names.map((name): ReportTable => {
  const timings = [plain, memory, all].map((times, way) => ({
    ...(times[name] as Timing),
    name: WAYS[way] as string,
  }));
  return { title: name, baseline: "unchecked", timings };
});
const medianOf = (way: string): number =>
  tables.map((table) => ratioOf(table, way)).sort((a, b) => a - b)[tables.length >> 1] ?? NaN;
const verdict = (way: string, most: number): string => {
  const ratio = medianOf(way);
  return `${way}: ${ratio.toFixed(1)} times an unchecked run, as the median of ${names.length} kernels (target: at most ${most}): ${ratio <= most ? "kept" : "missed"}.`;
};
console.log(
  writeReport({
    name: "check-cost",
    title: "What a check costs",
    summary: [verdict("memory", 10), verdict("memory and races", 30)],
    tables,
    versions: {},
    notes: [
      `${N} threads each, in blocks of 256; copies of the arrays to the device and back are part of all times.`,
    ],
  }),
);
