// Random work for a long time, held against a model that knows what every array must hold and who must see which error:
//   npm run soak -- [--minutes 10] [--device cpu] [--seed 1] [--out file.md]
// A round that goes wrong tells its seed: `--seed N` begins with it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { collectGarbage } from "../../src/host/garbage.js";
import * as cu from "../../src/index.js";
import { Random } from "../kernels/random.js";
import { makeFailing, makeKernels, makeNative } from "./kernels.js";
import { doSomething } from "./operations.js";
import { Round, type Setup } from "./round.js";

const OPERATIONS = 400;
/** A program is started and stopped each so many rounds. */
const ROUNDS_PER_PROGRAM = 20;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    device: { type: "string", default: "cpu" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    out: { type: "string" },
  },
});
const { device } = options;
const firstSeed = Number(options.seed);
const end = performance.now() + 60_000 * Number(options.minutes);

const unexpected: unknown[] = [];
process.on("unhandledRejection", (error) => unexpected.push(error));
process.on("uncaughtException", (error) => unexpected.push(error));

const setup: Setup = {
  device,
  kernels: makeKernels(device),
  failing: makeFailing(device),
  native: await makeNative(),
  counts: new Map(),
};
const memories: string[] = [];
let rounds = 0;
let nextLook = 0;
console.log(`soak on ${device}, Node ${process.version}, seed ${firstSeed}`);
while (performance.now() < end) {
  const seed = firstSeed + rounds;
  const round = new Round(setup, seed);
  try {
    for (let i = 0; i < OPERATIONS; i++) await doSomething(round);
    await round.end();
    if (rounds % ROUNDS_PER_PROGRAM === 0) await stopProgram(new Random(seed));
    if (unexpected.length > 0) throw unexpected[0];
  } catch (error) {
    console.error(`seed ${seed} went wrong after these operations:\n  ${round.log}`);
    console.error(error);
    process.exit(1);
  }
  rounds++;
  if (performance.now() >= nextLook) look();
}
look();
report();
process.exitCode = 0;

/** Starts a program and stops it somewhere on its way: its reason is what comes of it, unless it was faster. */
async function stopProgram(random: Random): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cuts-soak-"));
  const source = join(folder, "wait.cu");
  writeFileSync(source, "int main() { for (volatile long i = 0; i < 100000000; i++); return 0; }\n");
  const controller = new AbortController();
  const reason = new Error("stopped by the soak");
  const timer = setTimeout(() => controller.abort(reason), random.uniform(0, 1500));
  try {
    const { exitCode } = await cu.program(source, { device: "cpu" }).run([], { signal: controller.signal });
    if (exitCode !== 0) throw new Error(`the program ended with ${exitCode}`);
  } catch (error) {
    if (error !== reason) throw error;
    setup.counts.set("aborted program", (setup.counts.get("aborted program") ?? 0) + 1);
  } finally {
    clearTimeout(timer);
    rmSync(folder, { recursive: true });
  }
}

function look(): void {
  collectGarbage();
  const memory = cu.device(device).memory();
  const row = [
    rounds,
    cu.formatByteSize(process.memoryUsage.rss()),
    cu.formatByteSize(process.memoryUsage().heapUsed),
    cu.formatByteSize(memory.liveBytes),
    cu.liveHandles().length,
  ];
  memories.push(`| ${row.join(" | ")} |`);
  console.log(`round ${row[0]}: rss ${row[1]}, heap ${row[2]}, device ${row[3]}, ${row[4]} handles`);
  nextLook = performance.now() + 60_000;
}

function report(): void {
  const { name } = cu.device(device).properties;
  const counts = [...setup.counts].map(([what, times]) => `| ${what} | ${times} |`);
  const text = [
    `# Soak: random work against a model, ${options.minutes} minutes on ${device}`,
    "",
    `${name}, ${cpus().length} cores, ${platform()}-${arch()}, Node ${process.version}; seeds ${firstSeed} to ${firstSeed + rounds - 1}.`,
    `${rounds} rounds of ${OPERATIONS} operations: no wrong value, no error for the wrong reader, no missing error, no hang, no handle left.`,
    "",
    "| operation or error seen | times |",
    "|---|---:|",
    ...counts,
    "",
    "Memory between rounds, once a minute:",
    "",
    "| round | rss | heap | device | handles |",
    "|---:|---:|---:|---:|---:|",
    ...memories,
    "",
  ].join("\n");
  if (options.out !== undefined) writeFileSync(options.out, text);
  else console.log(text);
}
