// The longest time that the event loop stands still in each public call at 1 GB, on the cpu device unless told otherwise. Run:
// npm run bench:loop [-- --device cuda:0]. What has Sync in its name blocks by design and is not here.

import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as cu from "../src/index.js";

const { values: options } = parseArgs({ options: { device: { type: "string", default: "cpu" } } });
const { device } = options;
const LENGTH = 2 ** 28;
const where = { device };

/** The longest time between two turns of the event loop while something is done, in milliseconds. */
async function longestBlock(act: () => unknown): Promise<number> {
  let last = performance.now();
  let longest = 0;
  let isOver = false;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await nextTurn();
  last = performance.now();
  await act();
  isOver = true;
  look();
  return longest;
}

const host = new Float32Array(LENGTH).fill(1);
const target = new Float32Array(LENGTH);
const file = join(tmpdir(), `cuts-loop-${process.pid}.npy`);
const rows: string[] = [];
let x = cu.zeros([2 ** 20], where);
let b = cu.buffer("float32", 1, where);

async function measure(name: string, act: () => unknown): Promise<void> {
  await cu.device(device).synchronize();
  const ms = await longestBlock(act);
  rows.push(`| ${name} | ${ms.toFixed(0)} |`);
  console.log(rows.at(-1));
}

// Code that is compiled or loaded once is not measured.
await x.add(1).data();
x.dispose();
await measure("cu.zeros, awaited", async () => {
  x = cu.zeros([LENGTH], where);
  await cu.device(device).synchronize();
});
await measure("x.fill, awaited", async () => {
  x.fill(2);
  await cu.device(device).synchronize();
});
await measure("x.add(1), awaited", async () => {
  using sum = x.add(1);
  await cu.device(device).synchronize();
  sum.dispose();
});
await measure("x.sum(), read", async () => {
  using sum = x.sum();
  await sum.item();
});
await measure("x.data()", () => x.data());
if (statfsSync(tmpdir()).bavail * statfsSync(tmpdir()).bsize > 3e9) {
  await measure("cu.saveNpy", () => cu.saveNpy(file, x));
  await measure("cu.loadNpy", async () => (await cu.loadNpy(file, where)).dispose());
  rmSync(file, { force: true });
}
await measure("x.set(typed array)", () => x.set(host));
x.dispose();
await measure("cu.buffer(typed array)", () => (b = cu.buffer("float32", host, where)));
await measure("b.dataInto(typed array)", () => b.dataInto(target));
await measure("b.fill, awaited", async () => {
  b.fill(3);
  await cu.device(device).synchronize();
});
b.dispose();
await measure("cu.array(typed array)", () => cu.array(host, where).dispose());
const list = Array.from({ length: 1_000_000 }, (_, i) => i);
await measure("cu.array(list of a million numbers)", () => cu.array(list, where).dispose());
await measure("tolist() of a million numbers", async () => {
  using small = cu.arange(1_000_000, where);
  await small.tolist();
});

const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL(`event-loop-${device.replace(":", "")}.md`, folder),
  [
    `# The event loop in calls on 1 GiB, ${device}`,
    "",
    `${cu.device(device).properties.name}, ${cpus().length} cores, ${platform()}-${arch()}, Node ${process.version}. The longest time between two turns of the event loop during each call.`,
    "",
    "| call | ms |",
    "|---|---:|",
    ...rows,
    "",
  ].join("\n"),
);
