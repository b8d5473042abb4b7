// What operations take on the host: small ones on the cpu device, and over a driver that does nothing (host/driver.c), where
// all time is the host's. With the folder of another version, built too, that takes its turns in the same run.
// Run: npm run build && npm run bench:host [-- FOLDER]; needs a C compiler.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ExternalContender, external } from "./lib/external.js";
import { measure, ratio, type Timing } from "./lib/measure.js";
import { machineText } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
/** A training step is compiled by V8 over thousands of turns. */
const times = { operation: { warmUpMs: 300, sampleMs: 15 }, step: { warmUpMs: 3000, sampleMs: 60 } } as const;

const here = fileURLToPath(new URL("../", import.meta.url));
const [there] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "cuts-host-time-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const library = join(folder, "libnothing.so");
const source = fileURLToPath(new URL("host/driver.c", import.meta.url));
execFileSync("cc", ["-std=gnu11", "-O2", "-shared", "-fPIC", "-o", library, source]);

const devices = {
  "a driver that does nothing": {
    CUTS_DEVICE: "cuda:0",
    CUTS_LIBCUDA: library,
    CUTS_LIBCUBLAS: library,
    CUTS_LIBNVRTC: library,
  },
  "the cpu device, one thread": { CUTS_DEVICE: "cpu", CUTS_CPU_THREADS: "1", CUTS_BLAS: "0" },
} as const;

async function start(name: string, tree: string, device: keyof typeof devices): Promise<ExternalContender> {
  const environment = { ...devices[device], BENCH_PACKAGE: tree, CUTS_CACHE_DIR: join(folder, name) };
  const path = fileURLToPath(new URL("host/operations.ts", import.meta.url));
  const args = ["--import", "tsx", path];
  const started = await external(name, process.execPath, args, { environment, showErrors: true });
  if (started === undefined) throw new Error(`${name} did not start; what it wrote is above`);
  return started;
}

const ns = (time: number): string =>
  time < 1e5 ? `${Math.round(time).toLocaleString("en")} ns` : `${(time / 1e3).toFixed(0)} µs`;

async function tableOf(device: keyof typeof devices): Promise<string> {
  const versions = [
    ...(there === undefined ? [] : [await start("before", there, device)]),
    await start("now", here, device),
  ];
  const all = JSON.parse((await versions[0]?.ask("names")) as string) as string[];
  // On the cpu device nearly all of a step is its products.
  const names = all.filter((name) => name !== "training step" || devices[device].CUTS_DEVICE !== "cpu");
  const rows: string[] = [];
  for (const name of names) {
    const { warmUpMs, sampleMs } = times[name === "training step" ? "step" : "operation"];
    for (const version of versions) await version.ask(`${name} ${warmUpMs}`);
    const timings = await measure(
      versions.map((version) => ({
        name: version.name,
        sample: async () => Number(await version.ask(`${name} ${sampleMs}`)),
      })),
      { rounds: ROUNDS, warmupRounds: 1 },
    );
    const cells = timings.map(({ minNs, medianNs }) => `${ns(minNs)} | ${ns(medianNs)}`);
    const [before, now] = timings as [Timing, Timing | undefined];
    if (now !== undefined) cells.push(ratio(now, before).toFixed(2));
    rows.push(`| ${name} | ${cells.join(" | ")} |`);
    console.error(rows.at(-1));
  }
  for (const version of versions) version.stop();
  const columns = versions.flatMap(({ name }) => [`${name}, best`, "median"]);
  const head = ["", ...columns, ...(there === undefined ? [] : ["now / before"])];
  return `## Over ${device}\n\n| ${head.join(" | ")} |\n|${" --- |".repeat(head.length)}\n${rows.join("\n")}\n`;
}

const commitOf = (tree: string): string =>
  execFileSync("git", ["-C", tree, "log", "-1", "--format=%h"], { encoding: "utf8" }).trim();

const tables: string[] = [];
for (const device of Object.keys(devices) as (keyof typeof devices)[]) tables.push(await tableOf(device));
const major = process.versions.node.split(".")[0];
const path = fileURLToPath(new URL(`results/host-time-node${major}.md`, import.meta.url));
writeFileSync(
  path,
  `# What operations take on the host

${machineText()} · Node ${process.versions.node}

Vectors of 1000 floats, matrices of 32 x 32, products of 16 x 16, and a training step of an MLP (bench/fuse/mlp.ts) without \`fuse\`. Over the
driver that does nothing no kernel runs and no call takes time, so this is the work of CuTS alone. Times are processor time of the main thread.${
    there === undefined
      ? ""
      : ` Before is ${commitOf(there)}; both took turns, and the last column is the median of the ratios of single rounds.`
  }

${tables.join("\n")}`,
);
console.log(`wrote ${path}`);
