// The CuTS side of addon.bench.ts in a process of its own, as its twin is: "build" tells how long the first load() took,
// with an empty cache, anything else times calls. Speaks the protocol of lib/external.ts.

import { createInterface } from "node:readline";
import { ones } from "../../src/array/array.js";
import type { NDArray } from "../../src/array/ndarray.js";
import { load } from "../../src/build/load.js";
import { device } from "../../src/runtime/devices/devices.js";

const [directory = "", count = "500"] = process.argv.slice(2);
const gpu = device("cuda:0");
using a = ones([1024], { device: gpu });
using b = ones([1024], { device: gpu });
gpu.synchronizeSync();
const begin = process.hrtime.bigint();
const { sum_cuda } = await load<{ sum_cuda(a: NDArray, b: NDArray): NDArray }>({
  name: "sum",
  directory,
  sources: ["wrapper.cpp", "kernel.cu"],
  device: "cuda:0",
  onProgress: () => {},
});
const built = Number(process.hrtime.bigint() - begin);
if ((await sum_cuda(a, b).sum().item()) !== 2048)
  throw new Error("Cannot measure sum_cuda: its sums are wrong");

function calls(times: number): number {
  gpu.synchronizeSync();
  const start = process.hrtime.bigint();
  for (let i = 0; i < times; i++) sum_cuda(a, b).dispose();
  return Number(process.hrtime.bigint() - start) / times;
}

console.log("ready CuTS");
for await (const line of createInterface({ input: process.stdin })) {
  console.log(line === "build" ? built : calls(Number(count)));
}
