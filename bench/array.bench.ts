// Arrays on the cpu device against NumPy, TensorFlow.js and jax-js, in turns in one run; results are compared first. NumPy
// computes element-wise functions and reductions with one thread and products with as many as it is given; so does CuTS
// here. The peers in JavaScript are installed by `npm ci --prefix bench/array/peers`.
// Run: npm run bench:array [-- case …]

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { type ArrayCase, cases } from "./array/cases.js";
import { type ExternalContender, external } from "./lib/external.js";
import { measure, ratio, type Timing } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
const BATCH_MS = 20;
const WARM_UP_MS = 200;
/** An operation that takes longer is not waited for again: peers that are thousands of times slower. */
const MAX_OPERATION_MS = 4000;

/** Results of the oldest Node that is supported have no number in their name: V8 differs much from one to the next. */
const node = process.version.startsWith("v20.")
  ? ""
  : `-node${Number.parseInt(process.version.slice(1), 10)}`;

/** What of NumPy's speed is promised, by family, with the same number of threads. */
const promised: Readonly<Record<ArrayCase["family"], number | undefined>> = {
  elementwise: 1,
  reduction: 1,
  matmul: 0.4,
  sort: undefined,
  fft: undefined,
};

const cores = availableParallelism();
const path = (name: string): string => fileURLToPath(new URL(`array/${name}`, import.meta.url));
const tsx = ["--import", "tsx"];

const started = await Promise.all([
  start("CuTS, 1 thread", process.execPath, [...tsx, path("cuts.ts")], { CUTS_CPU_THREADS: "1" }),
  start(`CuTS, ${cores} threads`, process.execPath, [...tsx, path("cuts.ts")], {
    CUTS_CPU_THREADS: `${cores}`,
  }),
  start("NumPy, 1 thread", "python3", [path("numpy-contender.py")], { OPENBLAS_NUM_THREADS: "1" }),
  start(`NumPy, ${cores} threads`, "python3", [path("numpy-contender.py")], {
    OPENBLAS_NUM_THREADS: `${cores}`,
  }),
  start("TensorFlow.js, cpu", process.execPath, [...tsx, path("tfjs.ts")], { CUTS_BENCH_BACKEND: "cpu" }),
  start("TensorFlow.js, wasm", process.execPath, [...tsx, path("tfjs.ts")], { CUTS_BENCH_BACKEND: "wasm" }),
  start("jax-js, wasm", process.execPath, [...tsx, path("jax-js.ts")], {}),
]);
const programs = started.filter((program) => program !== undefined);
const isPeer = (name: string): boolean => !name.startsWith("CuTS") && !name.startsWith("NumPy");

const wanted = process.argv.slice(2);
const chosen = cases.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
interface Result {
  readonly case: ArrayCase;
  readonly timings: readonly Timing[];
}
const results: Result[] = [];
for (const c of chosen) {
  const taking = await taken(c);
  const timings = await measure(
    taking.map((program) => ({
      name: program.name,
      sample: async () => Number(await program.ask(`sample ${c.name} ${c.n} ${BATCH_MS}`)),
    })),
    { rounds: ROUNDS, warmupRounds: 1 },
  );
  results.push({ case: c, timings });
  console.error(`${title(c)}: ${timings.map((t) => `${t.name} ${format(t.medianNs)}`).join(", ")}`);
}
for (const program of programs) program.stop();

const verdicts = results.flatMap(verdictsOf);
const name = `${wanted.length === 0 ? "array" : "array-part"}${node}`;
const text = writeReport({
  name,
  title: "Arrays on the cpu device",
  versions: Object.fromEntries(programs.map((p) => [p.name, p.description])),
  summary: [
    "Float32. Operations are started one after the other and waited for once a batch; each result is given up before the next. NumPy has no softmax: it is written out in four operations. TensorFlow.js has no sort: all elements as the largest ones (`topk`) stand for it; its wasm backend has no FFT, nor has jax-js. A contender that takes more than four seconds for one operation is left out there.",
    `Speed relative to NumPy with the same number of threads (2 is twice as fast) and to the fastest peer in JavaScript. Promised: 1 on element-wise functions and reductions, 0.4 on products, more than 1 against every JavaScript peer.`,
    summaryTable(),
    `Kept: ${verdicts.filter((v) => v).length} of ${verdicts.length}.`,
  ],
  tables: results.map(
    ({ case: c, timings }): ReportTable => ({
      title: title(c),
      baseline: timings.find(({ name }) => name.startsWith("NumPy"))?.name ?? (timings[0] as Timing).name,
      timings,
    }),
  ),
});
console.log(text);
if (verdicts.some((v) => !v)) process.exitCode = 1;

async function start(
  name: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ExternalContender | undefined> {
  const program = await external(name, command, args, {
    environment: { CUTS_DEVICE: "cpu", ...environment },
    showErrors: name.startsWith("CuTS"),
  });
  if (program === undefined) console.error(`${name} is not on this machine and is left out`);
  return program;
}

/** The contenders that have the operation, are right and fast enough; warm. */
async function taken(c: ArrayCase): Promise<readonly ExternalContender[]> {
  // NumPy with several threads differs in products only.
  const possible = programs.filter(({ name }) => c.family === "matmul" || name !== `NumPy, ${cores} threads`);
  const taking: ExternalContender[] = [];
  let expected: number | undefined;
  for (const program of possible) {
    const answer = await program.ask(`check ${c.name} ${c.n}`);
    if (answer === "none") continue;
    const sum = Number(answer);
    if (program.name.startsWith("CuTS") || program.name.startsWith("NumPy")) expected ??= sum;
    // Sums of many rounded numbers: a wrong function is far off, a badly rounded one is not.
    if (expected !== undefined && Math.abs(sum - expected) > 1e-2 * Math.abs(expected) + 1e-2 * c.n ** 0.5) {
      throw new Error(`${program.name} is wrong in ${title(c)}: the sum is ${sum}, not ${expected}`);
    }
    const once = Number(await program.ask(`sample ${c.name} ${c.n} 0`));
    if (once > MAX_OPERATION_MS * 1e6) continue;
    await program.ask(`sample ${c.name} ${c.n} ${WARM_UP_MS}`);
    taking.push(program);
  }
  return taking;
}

function row(result: Result, name: string): Timing | undefined {
  return result.timings.find((timing) => timing.name === name);
}

/** How many times faster one is than the other. */
function speed(result: Result, name: string, than: string): number | undefined {
  const [own, other] = [row(result, name), row(result, than)];
  return own === undefined || other === undefined ? undefined : 1 / ratio(own, other);
}

function against(result: Result, threads: number): number | undefined {
  const label = threads === 1 ? "1 thread" : `${threads} threads`;
  return speed(result, `CuTS, ${label}`, `NumPy, ${label}`);
}

function againstPeers(result: Result): { readonly name: string; readonly speed: number } | undefined {
  const peers = result.timings.filter(({ name }) => isPeer(name));
  const fastest = peers.toSorted((a, b) => a.medianNs - b.medianNs)[0];
  if (fastest === undefined) return undefined;
  return { name: fastest.name, speed: speed(result, `CuTS, ${cores} threads`, fastest.name) ?? Number.NaN };
}

function verdictsOf(result: Result): boolean[] {
  const wantedSpeed = promised[result.case.family];
  const numpy = wantedSpeed === undefined ? [] : [against(result, 1), against(result, cores)];
  const peer = againstPeers(result);
  return [
    ...numpy.filter((s) => s !== undefined).map((s) => s >= (wantedSpeed ?? 0)),
    ...(peer === undefined ? [] : [peer.speed > 1]),
  ];
}

function summaryTable(): string {
  const cell = (value: number | undefined, least?: number): string =>
    value === undefined ? "" : value < (least ?? 0) ? `**${value.toFixed(2)}**` : value.toFixed(2);
  const lines = results.map((result) => {
    const least = promised[result.case.family];
    const peer = againstPeers(result);
    return `| ${title(result.case)} | ${cell(against(result, 1), least)} | ${cell(against(result, cores), least)} | ${cell(peer?.speed, 1)} | ${peer?.name ?? ""} |`;
  });
  return [
    `| | of NumPy, 1 thread | of NumPy, ${cores} threads | of the fastest JavaScript peer | which is |`,
    "| --- | --: | --: | --: | --- |",
    ...lines,
  ].join("\n");
}

function title(c: ArrayCase): string {
  const size = c.family === "matmul" ? `${c.n} x ${c.n}` : c.n.toLocaleString("en");
  return `${c.name}, ${size}`;
}

function format(ns: number): string {
  return ns < 1e6 ? `${(ns / 1e3).toFixed(1)} us` : `${(ns / 1e6).toFixed(2)} ms`;
}
