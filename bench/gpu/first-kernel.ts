// A whole program: compile one kernel, run it, read the result. Timed from the outside by gpu.bench.ts, on the package as it is
// built: what a user's process starts.

import { kernel, withDevice } from "cuts";

const add = kernel(`extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}`);
const out = new Float32Array(3);
await withDevice("cuda:0", () =>
  add.run({ threads: 3 }, Float32Array.of(1, 2, 3), Float32Array.of(10, 20, 30), out, 3),
);
if (out.join() !== "11,22,33") throw new Error(`wrong result: ${out.join()}`);
