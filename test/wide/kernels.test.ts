// Kernels, copies and fillings of arrays that lie above 4 GiB (fill-low-addresses.ts).

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const GIB = 2 ** 30;

describe("in a memory with 64-bit addresses", () => {
  it("arrays of the tests lie above 4 GiB, and the device can say how much it has", () => {
    expect(cu.zeros([3]).start).toBeGreaterThanOrEqual(4 * GIB);
    expect(cu.device("cpu").memory().totalBytes).toBe(8 * GIB);
  });

  it("kernels read and write them, with checked arguments", async () => {
    const add = cu.kernel(`
      extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = a[i] + b[i];
      }`);
    const [a, b, out] = [cu.arange(1000), cu.ones([1000]), cu.zeros([1000])];
    add({ threads: 1000 }, a, b, out, 1000);
    expect(await out.tolist()).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
    const host = new Float32Array(1000);
    await add.run(
      { threads: 1000 },
      new Float32Array(1000).fill(2),
      new Float32Array(1000).fill(3),
      host,
      1000,
    );
    expect(host.every((value) => value === 5)).toBe(true);
  });

  it("modules have variables, barriers, shared memory and atomics", async () => {
    const m = cu.module(`
      __constant__ float factors[4];
      __device__ int count;
      extern "C" __global__ void sum(const float* x, float* out) {
        __shared__ float parts[64];
        parts[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x] * factors[threadIdx.x % 4];
        for (int half = 32; half > 0; half /= 2) {
          __syncthreads();
          if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        }
        if (threadIdx.x == 0) { out[blockIdx.x] = parts[0]; atomicAdd(&count, 1); }
      }`);
    m.global("factors").set(new Float32Array([1, 2, 3, 4]));
    const out = cu.zeros([4]);
    m.kernel("sum")({ grid: 4, block: 64 }, cu.ones([256]), out);
    expect(await out.tolist()).toEqual([160, 160, 160, 160]);
    expect([...(await m.global("count").data())]).toEqual([4]);
  });

  it("a kernel sees addresses of 64 bits, and one outside memory is told with its line", async () => {
    const source = `extern "C" __global__ void where(unsigned long long* out, long far) {
        out[0] = (unsigned long long)out;
        if (far) out[far] = 1;
      }`;
    const where = cu.kernel(source, { fileName: "where.cu" });
    const out = cu.zeros([2], { dtype: "uint64" });
    where({ grid: 1, block: 1 }, out, 0);
    expect((await out.data())[0]).toBe(BigInt(out.start));
    where({ grid: 1, block: 1 }, out, 2 ** 32);
    await expect(cu.device().synchronize()).rejects.toThrow(/outside the device's memory .*where\.cu:/s);
  });

  it("copies, fillings and what the host writes and reads", async () => {
    const x = cu.zeros([3_000_000], { dtype: "uint8" });
    x.fill(7);
    x.slice("10:20").set(new Uint8Array(10).fill(9));
    const y = x.copy();
    y.slice("0:5").fill(1);
    const bytes = await y.data();
    expect([bytes[0], bytes[5], bytes[15], bytes[2_999_999]]).toEqual([1, 7, 9, 7]);
    expect(x.dataSync()[0]).toBe(7);
    expect((await cu.asarray(bytes).data())[15]).toBe(9);
  });

  // The vectoriser of LLVM took these for indices that go on (masked-indices.ts).
  it.each([
    "threadIdx.x & 3",
    "threadIdx.x % 4",
    "(size_t)threadIdx.x & 3",
    "(unsigned char)(threadIdx.x * 64) / 64",
  ])("indices that count in few bits begin again: %s", async (index) => {
    const m = cu.module(`
        __constant__ float table[4] = {1, 2, 3, 4};
        extern "C" __global__ void pick(const float* x, float* out) {
          __shared__ float parts[64];
          parts[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x] * table[${index}];
          __syncthreads();
          if (threadIdx.x < 32) out[threadIdx.x] = parts[threadIdx.x] + parts[threadIdx.x + 32];
        }
        extern "C" __global__ void loop(const float* x, const float* y, float* out) {
          float sum = 0;
          for (int i = 0; i < 64; i++) out[i] = x[i] * y[i & 3];
        }`);
    const x = cu.arange(64);
    const out = cu.zeros([32]);
    m.kernel("pick")({ grid: 1, block: 64 }, x, out);
    const expected = Array.from({ length: 32 }, (_, i) => (2 * i + 32) * ((i % 4) + 1));
    expect(await out.tolist()).toEqual(expected);
    const all = cu.zeros([64]);
    m.kernel("loop")({ grid: 1, block: 1 }, x, cu.array([1, 2, 3, 4]), all);
    expect(await all.tolist()).toEqual(Array.from({ length: 64 }, (_, i) => i * ((i % 4) + 1)));
  });

  it("cannot be checked or profiled", async () => {
    const source = `extern "C" __global__ void k(int* p) { *p = 1; }`;
    const out = cu.zeros([1], { dtype: "int32" });
    const refused = expect.objectContaining({ code: "CUTS_DEVICE_MEMORY" });
    expect(() => cu.kernel(source, { check: true })({ threads: 1 }, out)).toThrow(refused);
    await expect(cu.kernel(source).profile({ threads: 1 }, out)).rejects.toThrow(refused);
  });
});
