// CUDA kernels on the cpu device against plain C, the same thread loops by hand in C, OpenCL on PoCL and Numba's CUDA
// simulator, with one thread and with all cores. Contenders take turns in one run, and every result is checked.
// Run: npx tsx bench/cpu-kernels.bench.ts [case …]

import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { type Case, cases, mistakeIn } from "./cpu/cases.js";
import {
  families,
  folder,
  gccCommand,
  prepareCode,
  type Program,
  startPrograms,
  threadCounts,
} from "./cpu/contenders.js";
import { reasonFor } from "./cpu/reasons.js";
import { type CaseTimings, scaling, speedAgainst, type Verdict, verdicts } from "./cpu/targets.js";
import { measure, type Timing } from "./lib/measure.js";
import { packageVersion, type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const BATCH_MS = 8;
const WARM_UP_MS = 120;
/** Share of a batch for which its threads may wait for a processor, and how often a worse one is made again. */
const MAX_WAITED = 0.02;
const MAX_TRIES = 6;

const wanted = process.argv.slice(2);
const chosen = cases.filter((c) => wanted.length === 0 || wanted.includes(c.name));
const load = loadavg()[0] ?? 0;
await prepareCode(chosen);
const programs = await startPrograms();
const limits = await measureLimits();
const results: CaseTimings[] = [];
const samples = { taken: 0, disturbed: 0 };
for (const c of chosen) {
  const taking = await checked(c);
  await warmUp(taking, c);
  const timings = await measure(
    taking.map((program) => ({
      name: program.name,
      sample: () => sample(program, c),
    })),
    { rounds: ROUNDS, warmupRounds: 1 },
  );
  results.push({
    case: c,
    rows: taking.map((program, i) => ({ program, timing: timings[i] as Timing })),
  });
  console.error(`${title(c)} measured`);
}
for (const program of programs) program.process.stop();

const all = results.flatMap((timings) => verdicts(timings, threadCounts));
const text = writeReport({
  name: wanted.length === 0 ? "cpu-kernels" : "cpu-kernels-part",
  title: "CUDA kernels on the cpu device",
  versions: {
    ...Object.fromEntries(
      programs.filter((p) => p.threads === 1).map((p) => [p.family, p.process.description]),
    ),
    "@yowasp/clang": packageVersion("@yowasp/clang"),
  },
  summary: [
    `C is compiled with \`${gccCommand}\`. Speeds are relative to another contender with the same number of threads: 2 is twice as fast. GFLOP/s and GB/s count the work that the algorithm needs; the limits beside them are a loop of fused multiply-adds and memcpy, both in C, in the same run. A sample in which threads waited for a processor is taken again, up to ${MAX_TRIES} times: ${samples.disturbed} of ${samples.taken} stayed disturbed; the load average before the run was ${load.toFixed(2)}.`,
    ...missing(),
    speeds(),
    promises(),
  ],
  tables: results.map(details),
});
console.log(text);
if (all.some((v) => v.reached < v.wanted)) process.exitCode = 1;

function missing(): readonly string[] {
  const absent = families.filter((family) => !programs.some((p) => p.family === family));
  return absent.length === 0 ? [] : [`Not on this machine, and so left out: ${absent.join("; ")}.`];
}

// Runs the case once with every program and compares the results; the programs that have the case take part.
async function checked(c: Case): Promise<readonly Program[]> {
  const expected = new Map<number, Float64Array>();
  const taking: Program[] = [];
  for (const program of programs) {
    const n = sizeFor(program, c);
    if (n === undefined) continue;
    const right = expected.get(n) ?? c.expected(n);
    expected.set(n, right);
    const file = join(folder, "result");
    if ((await program.process.ask(`check ${c.name} ${n} ${right.length} ${file}`)) === "none") continue;
    const bytes = readFileSync(file);
    const mistake = mistakeIn(new Float32Array(new Uint8Array(bytes).buffer), right, c);
    if (mistake !== undefined) throw new Error(`${program.name} is wrong in ${title(c)}: ${mistake}`);
    taking.push(program);
  }
  return taking;
}

// Lets a contender that compiles while it runs reach the code it stays with.
async function warmUp(taking: readonly Program[], c: Case): Promise<void> {
  for (const program of taking.filter((p) => p.family.startsWith("CuTS"))) {
    for (let i = 0; i < 2; i++) await program.process.ask(`sample ${c.name} ${c.n} ${WARM_UP_MS}`);
  }
}

// The nanoseconds of one operation. A batch whose threads had to wait for a processor is made again, a few times.
async function sample(program: Program, c: Case): Promise<number> {
  let best = { time: Number.NaN, waited: Number.POSITIVE_INFINITY };
  for (let i = 0; i < MAX_TRIES && best.waited > MAX_WAITED; i++) {
    const answer = await program.process.ask(`sample ${c.name} ${sizeFor(program, c)} ${BATCH_MS}`);
    const [time = Number.NaN, waited = 0] = answer.split(" ").map(Number);
    if (waited < best.waited) best = { time, waited };
  }
  samples.taken++;
  if (best.waited > MAX_WAITED) samples.disturbed++;
  return best.time;
}

function sizeFor(program: Program, c: Case): number | undefined {
  return program.family === "Numba simulator" ? c.simulatorN : c.n;
}

interface Limits {
  readonly gflops: number;
  /** By number of elements copied, for caches hold the smaller ones. */
  gigabytes(elements: number): number;
}

async function measureLimits(): Promise<ReadonlyMap<number, Limits>> {
  const best = async (program: Program, request: string): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) times.push(Number((await program.process.ask(request)).split(" ")[0]));
    return Math.min(...times);
  };
  const found = new Map<number, Limits>();
  for (const program of programs.filter((p) => p.family === "C")) {
    const gflops = (128 * 1e5) / (await best(program, `sample multiply 100000 ${BATCH_MS}`));
    const small = 8e6 / (await best(program, `sample copy 1000000 ${BATCH_MS}`));
    const large = 8e7 / (await best(program, `sample copy 10000000 ${BATCH_MS}`));
    found.set(program.threads, {
      gflops,
      gigabytes: (elements) => (elements > 4e6 ? large : small),
    });
  }
  return found;
}

function title(c: Case): string {
  return `${c.name} ${c.n.toLocaleString("en")}`;
}

function speeds(): string {
  const rows = results.flatMap((timings) =>
    threadCounts.map((threads) => {
      const own = timings.rows.find((r) => r.program.family === "CuTS" && r.program.threads === threads);
      const limit = limits.get(threads);
      const c = timings.case;
      const rate = c.work(c.n) / (own?.timing.medianNs ?? Number.NaN);
      const top = c.bound === "memory" ? limit?.gigabytes(c.n) : limit?.gflops;
      const relative = (["C", "C, hand-split", "PoCL", "Numba simulator"] as const).map((other) =>
        formatSpeed(speedAgainst(timings, other, threads)),
      );
      return `| ${[
        title(c),
        threads,
        `${rate.toFixed(1)} ${c.bound === "memory" ? "GB/s" : "GFLOP/s"}`,
        top === undefined ? "–" : `${((100 * rate) / top).toFixed(0)} % of ${top.toFixed(1)}`,
        ...relative,
        threads === 1 ? "" : formatSpeed(scaling(timings, threads)),
      ].join(" | ")} |`;
    }),
  );
  return [
    "| kernel | threads | CuTS | of the limit | x C | x C, hand-split | x PoCL | x Numba simulator | x one thread |",
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: |",
    ...rows,
  ].join("\n");
}

function promises(): string {
  const rows = all.map((v: Verdict) => {
    const kept = v.reached >= v.wanted;
    const why = kept ? "" : reasonFor(v.case.name, v.promise);
    return `| ${title(v.case)} | ${v.threads} | ${v.promise} | ${formatSpeed(v.reached)} | ${kept ? "kept" : "**missed**"} | ${why} |`;
  });
  const kept = all.filter((v) => v.reached >= v.wanted).length;
  return [
    `## Targets: ${kept} of ${all.length} kept`,
    "",
    "| kernel | threads | target | reached | | why |",
    "| --- | --: | --- | --: | --- | --- |",
    ...rows,
  ].join("\n");
}

function details(timings: CaseTimings): ReportTable {
  const rows = timings.rows.map((r) => r.timing);
  const simulator = timings.rows.some((r) => r.program.family === "Numba simulator");
  return {
    title: title(timings.case),
    baseline: rows[0]?.name ?? "",
    timings: rows,
    ...(simulator
      ? { note: `The simulator ran n = ${timings.case.simulatorN}; it is compared by the work done.` }
      : {}),
  };
}

function formatSpeed(speed: number | undefined): string {
  if (speed === undefined) return "–";
  return speed < 100 ? speed.toFixed(2) : Number(speed.toPrecision(3)).toLocaleString("en");
}
