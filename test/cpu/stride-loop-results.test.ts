// What a strided loop leaves behind, for threads with work and for threads without: the pass turns such loops inside
// out, and each of these kernels has once been, or could be, answered with the values of another thread.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CpuKernels } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
KERNEL flag(int* out, int n, int step) {
  int found = 0;
  for (int i = threadIdx.x; i < n; i += step) { out[64 + i] = 1; found = 1; }
  out[threadIdx.x] = found;
}
KERNEL last_sum(int* out, int n, int step) {
  int sum = 0, result = -7;
  for (int i = threadIdx.x; i < n; i += step) { sum += out[64 + i]; result = sum; }
  out[threadIdx.x] = result;
}
KERNEL last_index(int* out, int n, int step) {
  int last = -1;
  for (int i = threadIdx.x; i < n; i += step) { out[64 + i] += 1; last = i; }
  out[threadIdx.x] = last;
}
KERNEL halo(int* out, unsigned n, unsigned step, unsigned shift) {
  int count = 0;
  for (unsigned i = threadIdx.x - shift; i < n; i += step) { out[64 + i] += 1; count++; }
  out[threadIdx.x] = count;
}
KERNEL halo_of_one(int* out, unsigned n, unsigned step) {
  int count = 0;
  for (unsigned i = threadIdx.x - 1; i < n; i += step) { out[64 + i] += 1; count++; }
  out[threadIdx.x] = count;
}
KERNEL wrapping_start(int* out, int n, int step, unsigned base) {
  int count = 0;
  for (int i = (int)(base + threadIdx.x); i < n; i += step) count += i;
  out[threadIdx.x] = count;
}
KERNEL wide_flag(int* out, int n, int step) {
  int found = 0;
  for (size_t i = threadIdx.x; i < (size_t)n; i += step) { out[64 + i] = 1; found = 1; }
  out[threadIdx.x] = found;
}
KERNEL wide_index(int* out, int n, int step) {
  long last = -1;
  for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) { out[64 + i] += 1; last = i; }
  out[threadIdx.x] = last;
}
KERNEL wide_count(int* out, int n, int step) {
  int count = 0;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < (size_t)n; i += step) { out[64 + i] += 1; count++; }
  out[threadIdx.x] = count;
}
KERNEL wide_halo(int* out, int n, int step, int shift) {
  int count = 0;
  for (size_t i = threadIdx.x - (size_t)shift; i < (size_t)n; i += step) { out[64 + i] += 1; count++; }
  out[threadIdx.x] = count;
}
KERNEL wide_below_zero(int* out, int n, int step, int shift) {
  int count = 0;
  for (long i = (long)threadIdx.x - shift; i < n; i += step) count += i < 0 ? 1000 : out[64 + i];
  out[threadIdx.x] = count;
}
KERNEL wide_of_narrow(int* out, int n, int step, unsigned base) {
  int count = 0;
  for (size_t i = base + threadIdx.x; i < (size_t)n << 20; i += (size_t)step << 20) count += 1 + (i >> 20);
  out[threadIdx.x] = count;
}
KERNEL moving_bound(int* out, int n, int period, int factor) {
  int count = 0;
  for (int k = 0; k < n; k++) {
    if ((int)threadIdx.x < k * factor) count += k + 1;
    if (k % period == 0) __syncthreads();
  }
  out[threadIdx.x] = count;
}
`;

describe("strided loops", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const threads = Array.from({ length: 32 }, (_, t) => t);
  const run = async (name: string, ...args: number[]): Promise<number[]> => {
    const out = new Int32Array(1024).fill(1, 64);
    return [...(await kernels.run(name, out, args, { block: [32, 1, 1] }))].slice(0, 32);
  };

  it.each([0, 1, 10, 31, 40, 100])("a constant set in the body is not seen without it (%d)", async (n) => {
    expect(await run("flag", n, 32)).toEqual(threads.map((t) => (t < n ? 1 : 0)));
  });

  it.each([0, 1, 10, 40, 100])("a copy of a carried value keeps its own start (%d)", async (n) => {
    expect(await run("last_sum", n, 32)).toEqual(threads.map((t) => (t < n ? Math.ceil((n - t) / 32) : -7)));
  });

  it.each([0, 1, 10, 40, 100])("the last index is each thread's own (%d)", async (n) => {
    expect(await run("last_index", n, 32)).toEqual(
      threads.map((t) => (t < n ? t + 32 * (Math.ceil((n - t) / 32) - 1) : -1)),
    );
  });

  it.each([0, 1, 5, 31])("an unsigned start below zero is far above the bound (%d)", async (shift) => {
    expect(await run("halo", 100, 32, shift)).toEqual(
      threads.map((t) => (t < shift ? 0 : Math.ceil((100 - (t - shift)) / 32))),
    );
  });

  it("an unsigned start one below zero is far above the bound", async () => {
    expect(await run("halo_of_one", 100, 32)).toEqual(
      threads.map((t) => (t < 1 ? 0 : Math.ceil((101 - t) / 32))),
    );
  });

  it("a start that wraps is below the bound", async () => {
    const base = 0x7ffffff0;
    expect(await run("wrapping_start", -2147483640, 1, base)).toEqual(
      threads.map((t) => {
        let count = 0;
        for (let i = (base + t) | 0; i < -2147483640; i++) count = (count + i) | 0;
        return count;
      }),
    );
  });

  it.each([0, 1, 10, 31, 40, 100])("an index of 64 bits gives the same (%d)", async (n) => {
    expect(await run("wide_flag", n, 32)).toEqual(threads.map((t) => (t < n ? 1 : 0)));
    expect(await run("wide_index", n, 32)).toEqual(
      threads.map((t) => (t < n ? t + 32 * (Math.ceil((n - t) / 32) - 1) : -1)),
    );
    expect(await run("wide_count", n, 32)).toEqual(threads.map((t) => (t < n ? Math.ceil((n - t) / 32) : 0)));
  });

  it.each(["wide_count", "wide_of_narrow"])("%s is turned inside out", (name) => {
    expect(kernels.info(name).tier).toBe("regions");
  });

  it.each([0, 1, 5, 31])("one of 64 bits that starts below zero (%d)", async (shift) => {
    expect(await run("wide_halo", 100, 32, shift)).toEqual(
      threads.map((t) => (t < shift ? 0 : Math.ceil((100 - (t - shift)) / 32))),
    );
    expect(await run("wide_below_zero", 100, 32, shift)).toEqual(
      threads.map((t) => {
        const above = (t < shift ? t - shift + 32 : t - shift) % 32;
        return (t < shift ? 1000 : 0) + Math.ceil((100 - above) / 32);
      }),
    );
  });

  it.each([0, 5, 0xfffffff0])("one of 64 bits whose start is a sum of 32 (%d)", async (base) => {
    expect(await run("wide_of_narrow", 5000, 1000, base)).toEqual(
      threads.map((t) => {
        let count = 0;
        for (let i = (base + t) >>> 0; i < 5000 * 2 ** 20; i += 1000 * 2 ** 20)
          count += 1 + Math.floor(i / 2 ** 20);
        return count;
      }),
    );
  });

  it.each([
    [10, 1, 3],
    [10, 2, 3],
    [10, 3, 2],
    [7, 100, 5],
  ])("a bound that changes between waits is asked each time (%d, %d, %d)", async (n, period, factor) => {
    expect(await run("moving_bound", n, period, factor)).toEqual(
      threads.map((t) => {
        let count = 0;
        for (let k = 0; k < n; k++) if (t < k * factor) count += k + 1;
        return count;
      }),
    );
  });
});
