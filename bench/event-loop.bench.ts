// The longest time that the event loop stands still in each public call at 1 GiB, by default on the cpu device. Run:
// npm run bench:loop [-- --device cuda:0 --rounds 3]. What has Sync in its name blocks by design and is not here. On a busy
// machine the main thread waits for a core too: on Linux the time without that stands beside the time on the clock.

import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as cu from "../src/index.js";

const { values: options } = parseArgs({
  options: { device: { type: "string", default: "cpu" }, rounds: { type: "string", default: "3" } },
});
const { device } = options;
const LENGTH = 2 ** 28;
const SIDE = 2 ** 14;
const where = { device };

/** Milliseconds that the main thread has waited for a core, where the system tells. */
function queuedMs(): number {
  if (platform() !== "linux") return 0;
  const [, ns] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
  return Number(ns) / 1e6;
}

interface Block {
  readonly wallMs: number;
  readonly heldMs: number;
}

/** The longest time between two timers of 1 ms while something is done, with and without waiting for a core. */
async function longestBlock(act: () => unknown): Promise<Block> {
  let [lastMs, lastQueued] = [0, 0];
  let longest: Block = { wallMs: 0, heldMs: 0 };
  let isOver = false;
  const look = (): void => {
    const [now, queued] = [performance.now(), queuedMs()];
    const wallMs = now - lastMs;
    longest = {
      wallMs: Math.max(longest.wallMs, wallMs),
      heldMs: Math.max(longest.heldMs, wallMs - (queued - lastQueued)),
    };
    [lastMs, lastQueued] = [now, queued];
    if (!isOver) setTimeout(look, 1);
  };
  setTimeout(look, 1);
  await sleep(10);
  longest = { wallMs: 0, heldMs: 0 };
  [lastMs, lastQueued] = [performance.now(), queuedMs()];
  await act();
  isOver = true;
  look();
  return longest;
}

type Disposables = Disposable | readonly Disposable[] | Readonly<Record<string, Disposable>>;

/** Makes something, waits for it and gives it back. */
async function make(made: Disposables | Promise<Disposables>): Promise<void> {
  const all = await made;
  await cu.device(device).synchronize();
  if (Symbol.dispose in all) all[Symbol.dispose]();
  else for (const one of Object.values(all)) one[Symbol.dispose]();
}

const host = new Float32Array(LENGTH).fill(1);
const target = new Float32Array(LENGTH);
const list = Array.from({ length: 1_000_000 }, (_, i) => i);
const folder = join(tmpdir(), `cuts-loop-${process.pid}`);
mkdirSync(folder);
const hasRoom = statfsSync(folder).bavail * statfsSync(folder).bsize > 4e9;
const [npy, npz] = [join(folder, "x.npy"), join(folder, "x.npz")];

const x = cu.zeros([LENGTH], where);
const matrix = x.reshape([SIDE, SIDE]);
const half = x.slice(`:${LENGTH / 2}`);
const quarter = x.slice(`:${LENGTH / 4}`);
const eighth = x.slice(`:${LENGTH / 8}`);
const increase = cu.kernel(
  `extern "C" __global__ void increase(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
  }`,
  where,
);

const files: Readonly<Record<string, () => unknown>> = {
  "cu.saveNpy": () => cu.saveNpy(npy, x),
  "cu.loadNpy": () => make(cu.loadNpy(npy, where)),
  "cu.saveNpz": () => cu.saveNpz(npz, { x }),
  "cu.loadNpz": () => make(cu.loadNpz(npz, where)),
};
const rows: Readonly<Record<string, () => unknown>> = {
  "cu.empty": () => make(cu.empty([LENGTH], where)),
  "cu.zeros": () => make(cu.zeros([LENGTH], where)),
  "cu.arange": () => make(cu.arange(LENGTH, where)),
  "cu.linspace": () => make(cu.linspace(0, 1, LENGTH, where)),
  "cu.eye": () => make(cu.eye(SIDE, where)),
  "cu.random.normal": () => make(cu.random.normal([LENGTH], where)),
  "x.fill": () => (x.fill(2), cu.device(device).synchronize()),
  "x.add(1)": () => make(x.add(1)),
  "x.copy()": () => make(x.copy()),
  'x.astype("int32")': () => make(x.astype("int32")),
  "x.transpose().copy()": () => make(matrix.transpose().copy()),
  "cu.concatenate": () => make(cu.concatenate([half, half])),
  "x.cumsum()": () => make(x.cumsum()),
  "x.sum(), read": () => x.sum().item(),
  "x.argmax(), read": () => x.argmax().item(),
  "cu.sort of 256 MiB": () => make(cu.sort(quarter)),
  "cu.unique of 128 MiB": () => make(cu.unique(eighth)),
  "cu.nonzero of 128 MiB": () => make(cu.nonzero(eighth)),
  "x.data()": () => x.data(),
  "x.setFrom(typed array)": () => x.setFrom(host),
  "b.setFrom, dataInto(typed array)": async () => {
    using b = cu.buffer("float32", LENGTH, where);
    await b.setFrom(host);
    await b.dataInto(target);
  },
  "kernel.run(typed array)": () => increase.run({ threads: LENGTH }, target, LENGTH),
  "cu.formatNpy, parseNpy": async () => make(cu.parseNpy(await cu.formatNpy(x), where)),
  ...(hasRoom ? files : {}),
  "x.setFrom(list of a million)": () => make(listArray()),
  "cu.array(list of a million)": () => make(cu.array(list, where)),
  "tolist() of a million": () => x.slice(":1000000").tolist(),
  "x.toString()": () => x.toString(),
  "x.set(typed array): copies in the call": () => x.set(host),
  "cu.array(typed array): copies in the call": () => make(cu.array(host, where)),
  "cu.buffer(typed array): copies in the call": () => make(cu.buffer("float32", host, where)),
};

async function listArray(): Promise<cu.NDArray> {
  const made = cu.empty([list.length], where);
  await made.setFrom(list);
  return made;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, c) => a - c)[Math.floor(values.length / 2)] as number;

const table: string[] = [];
for (const [name, act] of Object.entries(rows)) {
  // Code that is compiled or loaded once is not measured, nor is memory that the process has for the first time.
  await act();
  const blocks: Block[] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    await cu.device(device).synchronize();
    blocks.push(await longestBlock(act));
  }
  const [held, wall] = [blocks.map(({ heldMs }) => heldMs), blocks.map(({ wallMs }) => wallMs)];
  const figures = [median(held), Math.max(...held), median(wall), Math.max(...wall)];
  table.push(`| ${[name, ...figures.map((ms) => ms.toFixed(0))].join(" | ")} |`);
  console.log(table.at(-1));
}
rmSync(folder, { recursive: true, force: true });

const results = new URL("results/", import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(
  new URL(`event-loop-${device.replace(":", "")}.md`, results),
  [
    `# The event loop in calls on 1 GiB, ${device}`,
    "",
    `${cu.device(device).properties.name}, ${cpus().length} cores, ${platform()}-${arch()}, Node ${process.version}. The longest time between two timers of 1 ms during each call, in milliseconds: the median and the worst of ${options.rounds} runs after a first one. "held" leaves out the time that the main thread was ready to run and waited for a core, which the workers of the device and other processes had (Linux tells it); a core that the host of a virtual machine takes away counts. Load average at the end: ${loadavg()[0]?.toFixed(1)}.`,
    "",
    "| call | held, median | held, worst | clock, median | clock, worst |",
    "|---|---:|---:|---:|---:|",
    ...table,
    "",
  ].join("\n"),
);
