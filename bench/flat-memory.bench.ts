// Loops that must not grow: launches, dropped small arrays, faults, kernels stopped by their time limit. Memory is looked at ten
// times in each. Run: npm run bench:flat [-- --share 0.01] for a hundredth of it.

import { mkdirSync, writeFileSync } from "node:fs";
import { arch, cpus, platform } from "node:os";
import { parseArgs } from "node:util";
import * as cu from "../src/index.js";

const { values: options } = parseArgs({
  options: {
    share: { type: "string", default: "1" },
    device: { type: "string", default: "cpu" },
    only: { type: "string", default: "" },
  },
});
const { device } = options;
const share = Number(options.share);

const step = cu.kernel('extern "C" __global__ void step(int* x) { x[threadIdx.x] += 1; }', { device });
const trap = cu.kernel('extern "C" __global__ void trap(int* x) { __trap(); }', { device });
const endless = cu.kernel(
  'extern "C" __global__ void endless(int* x) { for (;;) ((volatile int*)x)[0] += 1; }',
  { device },
);
const x = cu.zeros([32], { dtype: "int32", device });

/** One loop: how often, and what it does; it awaits now and then. */
interface Loop {
  readonly name: string;
  readonly times: number;
  readonly act: (i: number) => Promise<void> | undefined;
}

const loops: readonly Loop[] = [
  {
    name: "launches",
    times: 10_000_000,
    act: (i) => {
      step({ grid: 1, block: 32 }, x);
      return i % 10_000 === 0 ? cu.device(device).synchronize() : undefined;
    },
  },
  {
    name: "dropped small arrays",
    times: 10_000_000,
    act: (i) => {
      const sum = x.add(1);
      return i % 10_000 === 0 ? sum.data().then(() => {}) : undefined;
    },
  },
  {
    name: "faults",
    times: 100_000,
    act: async () => {
      trap({ grid: 1, block: 1 }, x);
      await x.data().catch(() => {});
      x.fill(0);
    },
  },
  {
    name: "kernels stopped by their time limit",
    times: 10_000,
    act: async () => {
      endless({ grid: 1, block: 1, timeoutMs: 2 }, x);
      await x.data().catch(() => {});
      x.fill(0);
    },
  },
];

const rows: string[] = [];
for (const loop of loops) {
  if (options.only !== "" && !loop.name.includes(options.only)) continue;
  // A GPU is lost to the process by a fault, and cannot stop a kernel.
  if (device !== "cpu" && loop.times < 1_000_000) continue;
  await run(loop);
}
report();

async function run({ name, times, act }: Loop): Promise<void> {
  const count = Math.max(100, Math.round(times * share));
  const begin = performance.now();
  for (let part = 0; part < 10; part++) {
    for (let i = 0; i < count / 10; i++) {
      const wait = act(i);
      if (wait !== undefined) await wait;
    }
    const done = Math.round(((part + 1) * count) / 10);
    const { heapUsed, rss } = process.memoryUsage();
    const { liveBytes } = cu.device(device).memory();
    const memory = [rss, heapUsed, liveBytes].map(cu.formatByteSize).join(" | ");
    const perItem = ((performance.now() - begin) / done) * 1000;
    rows.push(`| ${name} | ${done.toLocaleString("en")} | ${memory} | ${perItem.toFixed(1)} |`);
    console.log(rows.at(-1));
  }
}

function report(): void {
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const { name } = cu.device(device).properties;
  writeFileSync(
    new URL(`flat-memory-${device.replace(":", "")}.md`, folder),
    [
      `# Memory in long loops on ${device}`,
      "",
      `${name}, ${cpus().length} cores, ${platform()}-${arch()}, Node ${process.version}. \`npm run bench:flat -- --device ${device} --share ${options.share}\`.`,
      "",
      "| loop | done | rss | heap | device | us each |",
      "|---|---:|---:|---:|---:|---:|",
      ...rows,
      "",
    ].join("\n"),
  );
}
