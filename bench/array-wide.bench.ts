// Every family of array operations against the peers, in turns in one run: CuPy and PyTorch on a GPU, NumPy on the cpu device.
// Run: npm run bench:array-wide            on the default device
//      WIDE_ONLY="scan|take" npm run bench:array-wide    only cases whose name has one of these in it, printed and not written down

import { fileURLToPath } from "node:url";
import { device } from "../src/index.js";
import { cases, type WideCase } from "./wide/cases.js";
import { type ExternalContender, external } from "./lib/external.js";
import { reasonFor } from "./wide/reasons.js";
import { measure, ratio, type Timing } from "./lib/measure.js";
import { writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const BATCH_MS = Number(process.env["BENCH_MS"] ?? 10);
/** What of the best peer's speed nine of ten cases must reach, and all. */
const MOST = 1;
const ALL = 0.9;

const onGpu = device().id.startsWith("cuda");
const only = process.env["WIDE_ONLY"]?.split("|");
const path = (name: string): string => fileURLToPath(new URL(`wide/${name}`, import.meta.url));
const contenders = await Promise.all([
  external("CuTS", process.execPath, ["--import", "tsx", path("cuts.ts")], { showErrors: true }),
  ...(onGpu ? ["cupy", "torch"] : ["numpy"]).map((name) =>
    external({ cupy: "CuPy", torch: "PyTorch" }[name] ?? "NumPy", "python3", [path("contender.py"), name], {
      showErrors: true,
    }),
  ),
]);
const programs = contenders.filter((one) => one !== undefined);
const cuts = programs.find(({ name }) => name === "CuTS");
if (cuts === undefined || programs.length === 1)
  throw new Error("CuTS or all of its peers are missing on this machine: there is nothing to compare");

interface Result {
  readonly wide: WideCase;
  readonly timings: readonly Timing[];
  readonly remark: string;
}
const results: Result[] = [];
for (const wide of cases.filter(
  ({ name }) => only === undefined || only.some((part) => name.includes(part)),
)) {
  const result = await compare(wide);
  results.push(result);
  const times = result.timings.map((t) => `${t.name} ${(t.medianNs / 1e3).toFixed(1)} µs`).join(", ");
  console.error(
    `${wide.name}: ${times}${result.remark === "" ? "" : ` (${result.remark})`}, ${cell(best(result))}`,
  );
}
const [copy] = onGpu ? await copyTime() : [];
for (const program of programs) program.stop();
if (only === undefined) report();

async function compare(wide: WideCase): Promise<Result> {
  const taking: ExternalContender[] = [];
  const remarks: string[] = [];
  let expected: number | undefined;
  for (const program of programs.toReversed()) {
    const { name, inputs, xp, torch } = wide;
    const answer = await program.ask(`case ${JSON.stringify({ name, inputs, xp, torch })}`);
    const sum = Number(answer);
    if (Number.isNaN(sum) && answer.startsWith("none")) {
      if (!answer.endsWith("not there")) remarks.push(`${program.name} ${answer}`);
      continue;
    }
    expected ??= sum;
    if (!wide.isFree && !(Math.abs(sum - expected) <= 2e-3 * Math.abs(expected) + 1e-3))
      remarks.push(`${program.name}'s sum is ${sum}, not ${expected}`);
    taking.push(program);
  }
  const timings = await measure(
    taking.toReversed().map((program) => ({
      name: program.name,
      sample: async () => Number(await program.ask(`sample ${BATCH_MS}`)),
    })),
    { rounds: ROUNDS, warmupRounds: 2 },
  );
  return { wide, timings, remark: remarks.join("; ") };
}

/** What the memory gives: PyTorch's copy of 4e8 bytes, read and written. */
async function copyTime(): Promise<readonly Timing[]> {
  const torch = programs.find(({ name }) => name === "PyTorch");
  if (torch === undefined) return [];
  await torch.ask(`case ${JSON.stringify({ inputs: ["float32 1e8", "float32 1e8"], torch: "a.copy_(b)" })}`);
  return measure([{ name: "copy", sample: async () => Number(await torch.ask(`sample ${BATCH_MS}`)) }], {
    rounds: ROUNDS,
  });
}

function remarks(result: Result): string {
  const speed = best(result);
  const why =
    speed !== undefined && speed < MOST ? reasonFor(result.wide.name, onGpu ? "gpu" : "cpu") : undefined;
  return [result.remark, why].filter((text) => text !== undefined && text !== "").join("; ");
}

/** How many times as fast as the best peer; undefined where CuTS or all peers have no such function. */
function best({ timings }: Result): number | undefined {
  const own = timings.find(({ name }) => name === "CuTS");
  if (own === undefined || timings.length === 1) return undefined;
  return Math.min(...timings.filter((one) => one !== own).map((peer) => 1 / ratio(own, peer)));
}

function cell(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(2);
}

function report(): void {
  const name = onGpu ? "array-wide-gpu" : "array-wide-cpu";
  const copyBytesPerNs = copy === undefined ? undefined : 8e8 / copy.medianNs;
  const peers = programs.filter((one) => one !== cuts).map((one) => one.name);
  const timeOf = ({ timings }: Result, of: string): string => {
    const found = timings.find((one) => one.name === of);
    return found === undefined ? "" : (found.medianNs / 1e3).toFixed(found.medianNs < 1e5 ? 1 : 0);
  };
  const share = (result: Result): string => {
    const own = result.timings.find((one) => one.name === "CuTS");
    if (
      result.wide.bytes === undefined ||
      result.wide.bytes < 1e7 ||
      own === undefined ||
      copyBytesPerNs === undefined
    )
      return "";
    return (result.wide.bytes / own.medianNs / copyBytesPerNs).toFixed(2);
  };
  const rows = results.map(
    (result) =>
      `| ${result.wide.name} | ${["CuTS", ...peers].map((of) => timeOf(result, of)).join(" | ")} | ${cell(best(result))} | ${share(result)} | ${remarks(result)} |`,
  );
  const ratios = results.map(best).filter((value) => value !== undefined);
  const text = writeReport({
    name,
    title: onGpu ? "Arrays on a GPU, every family" : "Arrays on the cpu device, every family",
    versions: Object.fromEntries(programs.map((p) => [p.name, p.description])),
    summary: [
      `${cases.length} cases. Times in µs; ratio: the best peer's time over ours (1 is level, 2 is twice as fast); share: what must be read and written at least, as a share of the bandwidth of a copy${copyBytesPerNs === undefined ? "" : ` (${copyBytesPerNs.toFixed(0)} GB/s in this run)`}. Float32 without TF32 unless said.`,
      `At least ${MOST}: ${ratios.filter((r) => r >= MOST).length} of ${ratios.length}, and ${ratios.filter((r) => Number(cell(r)) >= MOST).length} to the two digits that are shown; at least ${ALL}: ${ratios.filter((r) => r >= ALL).length}.`,
      [
        `| case | CuTS | ${peers.join(" | ")} | ratio | share | |`,
        `| --- | --: | ${peers.map(() => "--: | ").join("")}--: | --: | --- |`,
        ...rows,
      ].join("\n"),
    ],
    isBrief: true,
    tables: results.map(({ wide, timings }) => ({
      title: wide.name,
      baseline: timings.find((one) => one.name !== "CuTS")?.name ?? "CuTS",
      timings,
    })),
  });
  console.log(text);
}
