// CuTS as a contender of cpu-kernels.bench.ts: kernels.cu on the cpu device, with as many threads as CUTS_CPU_THREADS
// says. Speaks the protocol of contender.h.

import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Allocation } from "../../src/backend/backend.js";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";

const MAX_ELEMENTS = 10_000_000;
const BLOCK = 256;
type Shape = readonly [number, number, number];

interface Launch {
  readonly kernel: string;
  readonly parameters: (n: number) => readonly ("a" | "b" | "out" | number | { float: number })[];
  readonly grid: (n: number) => Shape;
  readonly block: Shape;
}

const line = (n: number): Shape => [Math.ceil(n / BLOCK), 1, 1];
const square = (n: number): Shape => [n / 16, n / 16, 1];
const elements = (
  kernel: string,
  parameters: readonly ("a" | "b" | "out" | { float: number })[] = ["a", "out"],
): Launch => ({ kernel, parameters: (n) => [...parameters, n], grid: line, block: [BLOCK, 1, 1] });

const launches: Readonly<Record<string, Launch>> = {
  add: elements("add", ["a", "b", "out"]),
  saxpy: elements("saxpy", [{ float: 0.5 }, "a", "out"]),
  horner: elements("horner"),
  roots: elements("roots"),
  matmul: { kernel: "matmul", parameters: (n) => ["a", "b", "out", n], grid: square, block: [16, 16, 1] },
  reduce: elements("reduce_tree"),
  "reduce-warp": elements("reduce_shuffle"),
  transpose: {
    kernel: "transpose",
    parameters: (n) => ["a", "out", n],
    grid: (n) => [n / 32, n / 32, 1],
    block: [32, 8, 1],
  },
  stencil: { kernel: "stencil", parameters: (n) => ["a", "out", n], grid: square, block: [16, 16, 1] },
  scan: elements("scan"),
  softmax: elements("softmax"),
  mandelbrot: { kernel: "mandelbrot", parameters: (n) => ["out", n], grid: square, block: [16, 16, 1] },
  nbody: elements("nbody"),
};

const device = createCpuBackend();
const stream = device.defaultStream;
const source = readFileSync(new URL("kernels.cu", import.meta.url), "utf8");
const compiled = device.compile(source, {});
await compiled.ready;

const fill = (seed: number): Float32Array => {
  const out = new Float32Array(MAX_ELEMENTS);
  for (let i = 0; i < out.length; i++) out[i] = (Math.imul(i + seed, 2654435761) >>> 8) * 2 ** -24;
  return out;
};
const upload = (to: Allocation, seed: number): void =>
  device.write(to.address, new Uint8Array(fill(seed).buffer), stream);
const arrays = {
  a: device.allocate(4 * MAX_ELEMENTS, stream),
  b: device.allocate(4 * MAX_ELEMENTS, stream),
  out: device.allocate(4 * MAX_ELEMENTS, stream),
};
upload(arrays.a, 0);
upload(arrays.b, 1);

function start(launch: Launch, n: number): void {
  const block = new DataView(new ArrayBuffer(16));
  const list = launch.parameters(n);
  list.forEach((p, i) => {
    if (typeof p === "number") block.setInt32(4 * i, p, true);
    else if (typeof p === "object") block.setFloat32(4 * i, p.float, true);
    else block.setUint32(4 * i, arrays[p].address, true);
  });
  const configuration = {
    grid: launch.grid(n),
    block: launch.block,
    sharedBytes: 0,
    cooperative: false,
    cluster: undefined,
    timeoutMs: undefined,
  };
  const bytes = new Uint8Array(block.buffer, 0, 4 * list.length);
  device.launch(compiled, launch.kernel, configuration, bytes, stream);
}

async function sample(launch: Launch, n: number, batchMs: number): Promise<number> {
  const time = async (count: number): Promise<number> => {
    const begin = performance.now();
    for (let i = 0; i < count; i++) start(launch, n);
    await device.synchronize(stream);
    return performance.now() - begin;
  };
  const count = Math.max(1, Math.floor(batchMs / (await time(1))));
  return ((await time(count)) / count) * 1e6;
}

async function check(launch: Launch, n: number, count: number, path: string): Promise<void> {
  upload(arrays.out, 2);
  start(launch, n);
  const result = new Uint8Array(4 * count);
  await device.read(arrays.out.address, result, stream);
  writeFileSync(path, result);
}

console.log(`ready ${device.properties.name}`);
for await (const request of createInterface({ input: process.stdin })) {
  const [verb, name = "", n, amount, path = ""] = request.split(" ");
  const launch = launches[name];
  if (launch === undefined) console.log("none");
  else if (verb === "sample") console.log(await sample(launch, Number(n), Number(amount)));
  else {
    await check(launch, Number(n), Number(amount), path);
    console.log("ok");
  }
}
device.reset();
