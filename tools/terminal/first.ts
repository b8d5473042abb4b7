import * as cu from "../../src/index.js";

const add = cu.kernel(`
  extern "C" __global__ void add(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
  }`);

const [a, b, out] = [Float32Array.of(1, 2, 3), Float32Array.of(10, 20, 30), new Float32Array(3)];
await add.run({ threads: 3 }, a, b, out, 3);
console.log(cu.device().properties.name, out);
