// The tensor extension of examples/tensor-extension beside the same for torch.utils.cpp_extension: how long the first build
// takes, each in empty folders, and what a call with two small arrays in and one out costs on the host. Needs a GPU, nvcc
// and PyTorch. Run: npm run bench:addon

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type ExternalContender, external } from "./lib/external.js";
import { measure, type Timing } from "./lib/measure.js";
import { type ReportTable, ratioOf, writeReport } from "./lib/report.js";

const CALLS = 400;
const BUILDS = Number(process.env["CUTS_BENCH_BUILDS"] ?? 2);
const example = fileURLToPath(new URL("../examples/tensor-extension/", import.meta.url));
const here = (name: string): string => fileURLToPath(new URL(`addon/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cuts-bench-addon-"));

// Users run the bundled package, which has no loader for TypeScript in it.
const bundled = fileURLToPath(new URL("../.cuts-twin.mjs", import.meta.url));
await build({
  entryPoints: [here("cuts-twin.ts")],
  outfile: bundled,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  target: "node22",
  // The package says that its modules have no side effects; the methods of arrays are one.
  ignoreAnnotations: true,
});

let serial = 0;
function startCuts(): Promise<ExternalContender> {
  return started("CuTS load()", process.execPath, [bundled, example, String(CALLS)], {
    CUTS_CACHE_DIR: join(folder, `cache-${++serial}`),
  });
}
function startTorch(): Promise<ExternalContender> {
  const sources = [here("torch-wrapper.cpp"), join(example, "kernel.cu")].join(",");
  return started(
    "torch.utils.cpp_extension.load",
    "python3",
    [here("torch-twin.py"), sources, String(CALLS)],
    {},
  );
}

async function started(
  name: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ExternalContender> {
  const made = await external(name, command, args, { environment, showErrors: true });
  if (made === undefined) throw new Error(`Cannot measure ${name}: it did not get ready`);
  return made;
}

/** Builds one after the other, each alone on the machine. */
const cutsBuilds: number[] = [];
const torchBuilds: number[] = [];
let cuts = await startCuts();
let torch = await startTorch();
for (let round = 0; ; round++) {
  cutsBuilds.push(Number(await cuts.ask("build")));
  torchBuilds.push(Number(await torch.ask("build")));
  if (round === BUILDS - 1) break;
  cuts.stop();
  torch.stop();
  cuts = await startCuts();
  torch = await startTorch();
}
const asTiming = (name: string, samplesNs: readonly number[]): Timing => {
  const sorted = [...samplesNs].sort((a, b) => a - b);
  const medianNs = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const minNs = sorted[0] ?? Number.NaN;
  return { name, medianNs, minNs, spread: ((sorted.at(-1) ?? minNs) - minNs) / medianNs, samplesNs };
};
const builds: ReportTable = {
  title: "First build and load of wrapper.cpp and kernel.cu",
  baseline: torch.name,
  timings: [asTiming(cuts.name, cutsBuilds), asTiming(torch.name, torchBuilds)],
  target: { name: cuts.name, atMost: 0.2 },
  note: "Each in a process of its own with empty folders, for the one architecture of the GPU, the GPU already in use; the clock runs from the call of load to its result.",
};
const calls: ReportTable = {
  title: `A call of sum_cuda on 1024 elements, its result freed (${CALLS} calls, per call, on the host)`,
  baseline: torch.name,
  timings: await measure([cuts, torch], { rounds: 60, warmupRounds: 10 }),
  target: { name: cuts.name, atMost: 1 },
};
const text = writeReport({
  name: "addon-gpu",
  title: "Addons beside torch.utils.cpp_extension",
  tables: [builds, calls],
  versions: { torch: torch.description },
  notes: [
    `First build: ${(1 / ratioOf(builds, cuts.name)).toFixed(1)} times as fast as torch.utils.cpp_extension.`,
    `Call: ${ratioOf(calls, cuts.name).toFixed(2)} times the cost of the torch extension's.`,
  ],
});
cuts.stop();
torch.stop();
rmSync(folder, { recursive: true, force: true });
rmSync(bundled, { force: true });
console.log(text);
