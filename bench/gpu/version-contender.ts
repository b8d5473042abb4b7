// A version of CuTS, the work tree that BENCH_TREE names, told what to time on a GPU: launches of a kernel, additions of small arrays and
// launches of a graph. It answers each request with nanoseconds of the host for one of them.

import type * as Cuts from "../../src/index.js";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const REPEATS = 3000;
const index = join(process.env["BENCH_TREE"] as string, "src/index.ts");
const cu = (await import(pathToFileURL(index).href)) as typeof Cuts;
const gpu = cu.device("cuda:0");
const filled = (value: number) => cu.full([256], value, { dtype: "float32", device: "cuda:0" });
const [a, b, out] = [filled(1), filled(2), filled(3)];
const add = cu.kernel(
  `extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}`,
  { device: "cuda:0" },
);
const config = { grid: 1, block: 256 };
add(config, a, b, out, 256);
const graph = cu.graph(() => add(config, a, b, out, 256));

const works: Readonly<Record<string, () => void>> = {
  launch: () => add(config, a, b, out, 256),
  add: () => a.add(b).dispose(),
  graph: () => graph.launch(),
};

console.log("ready CuTS");
for await (const line of createInterface({ input: process.stdin })) {
  const work = works[line];
  if (work === undefined) throw new Error(`unknown work ${line}`);
  await gpu.synchronize();
  const begin = performance.now();
  for (let i = 0; i < REPEATS; i++) work();
  const end = performance.now();
  await gpu.synchronize();
  console.log(((end - begin) * 1e6) / REPEATS);
}
