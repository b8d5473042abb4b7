// A long run on a GPU: ten million launches and a million allocations and frees of random sizes on a thousand streams, with
// results checked, and two processes that take turns on shared memory. Memory of host and device is looked at before,
// in the middle and after. Run: npm run soak:gpu; CUTS_SOAK_SHARE=0.01 does a hundredth of it.

import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { fileURLToPath } from "node:url";
import { cudaDriver } from "../../src/backend/cuda/cuda-driver.js";
import { collectGarbage } from "../../src/host/garbage.js";
import { formatByteSize } from "../../src/core/text.js";
import { buffer, type NDArray } from "../../src/array/array.js";
import { device, withDevice } from "../../src/runtime/devices/devices.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { type Stream, stream } from "../../src/runtime/order/stream.js";

const share = Number(process.env["CUTS_SOAK_SHARE"] ?? 1);
const LAUNCHES = Math.round(10_000_000 * share);
const CYCLES = Math.round(1_000_000 * share);
const TURNS = Math.round(1000 * Math.max(share, 0.1));
const STREAMS = 1000;
/** How many buffers live at once. */
const LIVE = 300;

const count = kernel('extern "C" __global__ void count(unsigned int* x) { x[threadIdx.x] += 1; }');
const paint = kernel(`extern "C" __global__ void paint(unsigned char* x, unsigned char value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}`);
let seed = 1;
const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;

/** Memory in use, in bytes. */
interface Memory {
  readonly at: string;
  readonly host: number;
  readonly heap: number;
  readonly deviceUsed: number;
  readonly live: number;
  readonly cached: number;
  readonly handles: number;
}

/** How often each stream's kernel ran in all. */
const totals = new Float64Array(STREAMS);
const memories: Memory[] = [];
const facts: string[] = [];

await withDevice("cuda:0", async () => {
  await Promise.all([count.ready(), paint.ready()]);
  const streams = Array.from({ length: STREAMS }, () => stream());
  const counters = streams.map((s) => buffer("uint32", 32, { stream: s }));
  for (const counter of counters) counter.fill(0);
  await device().synchronize();
  // What a process takes once is not growth: everything is used before the first look.
  await launchAll(streams, counters, LAUNCHES / 20);
  await cycleAll(streams, CYCLES / 20);
  look("warm");
  let start = performance.now();
  const expected = await launchAll(streams, counters, LAUNCHES / 2);
  look("half of the launches");
  const rest = await launchAll(streams, counters, LAUNCHES / 2);
  fact(`${LAUNCHES.toLocaleString("en")} launches on ${STREAMS} streams, ${perItem(start, LAUNCHES)} each`);
  look("all launches");
  await checkCounters(counters, expected, rest);
  start = performance.now();
  const checks = await cycleAll(streams, CYCLES / 2);
  look("half of the allocations");
  const more = await cycleAll(streams, CYCLES / 2);
  fact(
    `${CYCLES.toLocaleString("en")} buffers of 1 B to 1 MiB made, filled and freed, ${perItem(start, CYCLES)} each; ${checks + more} read back and right`,
  );
  look("all allocations");
  await takeTurns();
  for (const one of [...counters, ...streams]) one.dispose();
  await device().synchronize();
  look("end");
  checkGrowth();
  report();
});

/** Launches on random streams; returns how often on each. */
async function launchAll(
  streams: readonly Stream[],
  counters: readonly NDArray<"uint32">[],
  times: number,
): Promise<Uint32Array> {
  const configs = streams.map((s) => ({ grid: 1, block: 32, stream: s }));
  const launched = new Uint32Array(STREAMS);
  for (let i = 0; i < times; i++) {
    const which = random(STREAMS);
    count(configs[which] as (typeof configs)[number], counters[which] as NDArray<"uint32">);
    launched[which] = (launched[which] ?? 0) + 1;
    // Lets timers and finalizers run, as a server would.
    if (i % 50_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await device().synchronize();
  for (const [index, times] of launched.entries()) totals[index] = (totals[index] ?? 0) + times;
  return launched;
}

async function checkCounters(
  counters: readonly NDArray<"uint32">[],
  ...rounds: readonly Uint32Array[]
): Promise<void> {
  for (const [index, counter] of counters.entries()) {
    const data = await counter.data();
    if (data.some((value) => value !== totals[index])) {
      throw new Error(`wrong count on stream ${index}: ${data[0]} instead of ${totals[index]}`);
    }
  }
  const sum = rounds.reduce((all, round) => all + round.reduce((a, b) => a + b, 0), 0);
  fact(`every counter right: ${sum.toLocaleString("en")} launches were done, each once`);
}

/** Makes and frees buffers at random; returns how many were read back. */
async function cycleAll(streams: readonly Stream[], times: number): Promise<number> {
  const live: { readonly x: NDArray<"uint8">; readonly value: number }[] = [];
  let checks = 0;
  for (let i = 0; i < times; i++) {
    if (live.length === LIVE) {
      const [one] = live.splice(random(LIVE), 1);
      if (one !== undefined) {
        if (random(500) === 0) {
          checks++;
          const data = await one.x.data();
          if (data.some((byte) => byte !== one.value))
            throw new Error(`wrong bytes in a buffer of ${data.length}`);
        }
        one.x.dispose();
      }
    }
    const s = streams[random(STREAMS)] as Stream;
    const x = buffer("uint8", 1 + random(2 ** (1 + random(20))), { stream: s });
    const value = i % 251;
    // Mostly on the buffer's own stream; now and then on another, which waits and is waited for.
    if (i % 16 === 0) x.fill(value);
    else paint({ threads: x.length, stream: s }, x, value, x.length);
    live.push({ x, value });
  }
  for (const { x } of live) x.dispose();
  await device().synchronize();
  return checks;
}

/** Two processes add to one buffer in turns. */
async function takeTurns(): Promise<void> {
  using own = stream();
  using x = buffer("uint32", 32, { ipc: true, stream: own });
  x.fill(0);
  await device().synchronize();
  const child = fork(fileURLToPath(new URL("soak-partner.ts", import.meta.url)), {
    execArgv: process.execArgv,
  });
  const answer = (): Promise<unknown> => new Promise((resolve) => child.once("message", resolve));
  const start = performance.now();
  child.send(x.ipcHandle());
  await answer();
  for (let turn = 0; turn < TURNS; turn++) {
    count({ grid: 1, block: 32, stream: own }, x);
    await own;
    child.send("turn");
    await answer();
  }
  const data = await x.data();
  if (data.some((value) => value !== 2 * TURNS)) throw new Error(`wrong count between processes: ${data[0]}`);
  child.disconnect();
  await new Promise((resolve) => child.once("exit", resolve));
  fact(
    `two processes took ${2 * TURNS} turns on one buffer by IPC, ${perItem(start, TURNS)} a pair; every count right`,
  );
}

function look(at: string): void {
  collectGarbage();
  const { api } = cudaDriver();
  const words = cudaDriver();
  const { liveBytes, cachedBytes } = device().memory();
  api.cuMemGetInfo_v2(words.out(0), words.out(1));
  const { rss, heapUsed } = process.memoryUsage();
  memories.push({
    at,
    host: rss,
    heap: heapUsed,
    deviceUsed: words.number(1) - words.number(0),
    live: liveBytes,
    cached: cachedBytes,
    handles: liveHandles().length,
  });
}

function checkGrowth(): void {
  const by = (at: string): Memory => memories.find((one) => one.at === at) as Memory;
  // Twice the work must not take more than once the work did; a few megabytes are the allocators' own.
  const pairs = [
    ["half of the launches", "all launches"],
    ["half of the allocations", "all allocations"],
  ] as const;
  for (const [middle, end] of pairs) {
    for (const key of ["host", "deviceUsed"] as const) {
      const growth = by(end)[key] - by(middle)[key];
      if (growth > 32 * 2 ** 20)
        throw new Error(`${key} grew by ${formatByteSize(growth)} from ${middle} to ${end}`);
    }
  }
}

function report(): void {
  const size = (bytes: number): string => formatByteSize(bytes);
  const rows = memories.map(
    (one) =>
      `| ${one.at} | ${size(one.host)} | ${size(one.heap)} | ${size(one.deviceUsed)} | ${size(one.live)} | ${size(one.cached)} | ${one.handles} |`,
  );
  const text = [
    "# A long run on a GPU",
    `${new Date().toISOString().slice(0, 10)} · ${device().properties.name} · ${platform()} ${arch()} · node ${process.version} · \`npm run soak:gpu\``,
    facts.map((one) => `- ${one}`).join("\n"),
    "Memory after a garbage collection. Device memory is all that the driver counts as used; live and kept are the buffers and the blocks kept for the next.",
    [
      "| after | host (RSS) | JavaScript heap | device | live | kept | handles |",
      "| --- | --: | --: | --: | --: | --: | --: |",
      ...rows,
    ].join("\n"),
    "",
  ].join("\n\n");
  const folder = new URL("../results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("gpu-soak.md", folder), text.replace(/\n+$/, "\n"));
  process.stdout.write(text);
}

function perItem(start: number, items: number): string {
  return `${(((performance.now() - start) * 1000) / items).toFixed(2)} µs`;
}

function fact(text: string): void {
  facts.push(text);
  process.stderr.write(`${text}\n`);
}
