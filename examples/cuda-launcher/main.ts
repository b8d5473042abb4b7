// A `.cu` file with a host launcher, built and called with host arrays: by nvcc where the device is a GPU, and the very same
// file by the embedded clang where there is neither. Run: npx tsx examples/cuda-launcher/main.ts

import * as cu from "cuts";

using sum = await cu.load({
  functions: { launch_sum_kernel: "int(const float a[n], const float b[n], float out[n], int n)" },
  directory: import.meta.dirname,
  sources: "sum_kernel.cu",
});

const n = 100_000;
const a = Float32Array.from({ length: n }, (_, i) => i);
const b = new Float32Array(n).fill(0.5);
const out = new Float32Array(n);
console.log(sum.launch_sum_kernel(a, b, out, n)); // → 0
console.log(out[0], out[99_999]); // → 0.5 99999.5
