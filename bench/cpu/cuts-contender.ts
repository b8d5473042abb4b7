// CuTS as a contender of cpu-kernels.bench.ts: kernels.cu on the cpu device, with as many threads as CUTS_CPU_THREADS
// says. Speaks the protocol of contender.h.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { buffer, type NDArray } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import type { LaunchConfig } from "../../src/runtime/kernels/launch-config.js";
import { module } from "../../src/runtime/modules/module.js";
import { stream } from "../../src/runtime/order/stream.js";

const MAX_ELEMENTS = 10_000_000;
const BLOCK = 256;
/** Elements of each histogram. */
const BINNED = 16384;

const inputs = (seed: number): Float32Array => {
  const out = new Float32Array(MAX_ELEMENTS);
  for (let i = 0; i < out.length; i++) out[i] = (Math.imul(i + seed, 2654435761) >>> 8) * 2 ** -24;
  return out;
};

const source: string = readFileSync(new URL("kernels.cu", import.meta.url), "utf8");
const kernels = module(source, { device: "cpu" });
const queue = stream({ device: "cpu" });
const [a, b, out] = [0, 1, 2].map((seed) =>
  buffer("float32", inputs(seed), { device: "cpu", stream: queue }),
) as [NDArray<"float32">, NDArray<"float32">, NDArray<"float32">];

/** Starts one operation of size n. */
type Start = (n: number) => void;

function start(name: string, shape: (n: number) => LaunchConfig, ...before: (NDArray | number)[]): Start {
  const kernel = kernels.kernel(name);
  return (n) => kernel({ ...shape(n), stream: queue }, ...before, n);
}

const line = (n: number): LaunchConfig => ({ grid: Math.ceil(n / BLOCK), block: BLOCK });
const square = (n: number): LaunchConfig => ({ grid: [n / 16, n / 16], block: [16, 16] });

const cases: Readonly<Record<string, Start>> = {
  add: start("add", line, a, b, out),
  saxpy: start("saxpy", line, 0.5, a, out),
  horner: start("horner", line, a, out),
  roots: start("roots", line, a, out),
  matmul: start("matmul", square, a, b, out),
  reduce: start("reduce_tree", line, a, out),
  "reduce-warp": start("reduce_shuffle", line, a, out),
  transpose: start("transpose", (n) => ({ grid: [n / 32, n / 32], block: [32, 8] }), a, out),
  stencil: start("stencil", square, a, out),
  scan: start("scan", line, a, out),
  softmax: start("softmax", line, a, out),
  "softmax-rows": start("softmax_rows", (n) => ({ grid: n, block: BLOCK }), a, out),
  histogram: start("histogram", (n) => ({ grid: n / BINNED, block: BLOCK }), a, out),
  mandelbrot: start("mandelbrot", square, out),
  nbody: start("nbody", line, a, out),
};

async function sample(run: Start, n: number, batchMs: number): Promise<string> {
  const time = async (count: number): Promise<number> => {
    const begin = performance.now();
    for (let i = 0; i < count; i++) run(n);
    await queue;
    return performance.now() - begin;
  };
  const count = Math.max(1, Math.floor(batchMs / (await time(1))));
  const waited = waitedMs();
  const elapsed = await time(count);
  return `${(elapsed / count) * 1e6} ${(waitedMs() - waited) / elapsed}`;
}

// How long the threads of this process have waited for a processor; 0 where the system does not say.
function waitedMs(): number {
  const folder = "/proc/self/task";
  if (!existsSync(folder)) return 0;
  const waits = readdirSync(folder).map((task) =>
    Number(readFileSync(`${folder}/${task}/schedstat`, "utf8").split(" ")[1]),
  );
  return waits.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

async function check(run: Start, n: number, count: number, path: string): Promise<void> {
  out.set(inputs(2));
  run(n);
  await queue;
  writeFileSync(path, await out.subarray(0, count).data());
}

await kernels.ready();
console.log(`ready ${device("cpu").properties.name}`);
for await (const request of createInterface({ input: process.stdin })) {
  const [verb, name = "", n, amount, path = ""] = request.split(" ");
  const run = cases[name];
  if (run === undefined) console.log("none");
  else if (verb === "sample") console.log(await sample(run, Number(n), Number(amount)));
  else {
    await check(run, Number(n), Number(amount), path);
    console.log("ok");
  }
}
