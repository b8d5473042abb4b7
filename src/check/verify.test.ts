// verify(): one compiled module for all cases.
import { afterAll, describe, expect, it } from "vitest";
import { array } from "../array/array.js";
import type { NDArray } from "../array/ndarray.js";
import { device } from "../runtime/devices/devices.js";
import { module } from "../runtime/modules/module.js";
import { verify } from "./verify.js";

const kernels = module(
  `extern "C" __global__ void total(const float* x, float* out, int n) {
     int i = blockIdx.x * blockDim.x + threadIdx.x;
     if (i < n) atomicAdd(out, x[i]);
   }
   extern "C" __global__ void last(int* out) { out[0] = blockIdx.x; }
   extern "C" __global__ void twice(const float* x, float* out, int n) {
     int i = blockIdx.x * blockDim.x + threadIdx.x;
     if (i < n) out[i] = 2 * x[i];
   }
   extern "C" __global__ void last_warp(int* out) { if (threadIdx.x % 32 == 0) out[0] = threadIdx.x / 32; }
   __device__ int turns;
   extern "C" __global__ void arrivals(int* out) {
     __shared__ int first[2];
     int warp = threadIdx.x / 32;
     if (threadIdx.x < 2) first[threadIdx.x] = -1;
     __syncthreads();
     for (int k = 0; k < 2; k++) {
       if (threadIdx.x % 32 == 0) atomicCAS(&first[k], -1, warp);
       __syncthreads();
     }
     if (threadIdx.x < 2) out[threadIdx.x] = first[threadIdx.x];
     if (threadIdx.x == 0) out[2] = atomicAdd(&turns, 1);
   }
   extern "C" __global__ void sum(const float* x, float* out) {
     __shared__ float part[256];
     part[threadIdx.x] = x[threadIdx.x];
     __syncthreads();
     for (int step = 128; step > 0; step /= 2) {
       if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
       __syncthreads();
     }
     if (threadIdx.x < 32) out[threadIdx.x] = __shfl_sync(0xffffffff, part[threadIdx.x], 0);
   }`,
  { device: "cpu" },
);
afterAll(() => kernels.dispose());
const x = Float32Array.from({ length: 512 }, (_, i) => 1 / (i + 1));

describe("schedules", () => {
  it("find a sum by arrival, the same way for the same seed", async () => {
    const run = () =>
      verify(kernels.kernel("total"), [{ grid: 8, block: 64 }, x, new Float32Array(1), 512], { seed: 5 });
    const report = await run();
    expect(report.runs).toEqual([
      "cpu, in ascending order",
      ...[1, 2, 3, 4].map((at) => `cpu, schedule ${at} of 4`),
    ]);
    expect(report.isEqual).toBe(false);
    expect(report.differences[0]).toMatchObject({ what: "argument 1 (out)", count: 1 });
    expect(report.differences[0]?.first[0]?.ulps).toBeGreaterThan(0);
    expect(String(report)).toContain("seed 5");
    expect((await run()).differences).toEqual(report.differences);
  });

  it("begin with the ascending order: the last block is the last", async () => {
    const report = await verify(kernels.kernel("last"), [{ grid: 100, block: 1 }, new Int32Array(1)], {
      schedules: 6,
      seed: 2,
    });
    const seen = report.differences.map(({ first }) => [first[0]?.expected, first[0]?.actual]);
    expect(seen.every(([expected]) => expected === 99)).toBe(true);
    expect(new Set(seen.map(([, actual]) => actual)).size).toBeGreaterThan(2);
  });

  it("warps have other orders too, behind each barrier another one, and variables of the module go on", async () => {
    const one = { grid: 1, block: 256 };
    const last = await verify(kernels.kernel("last_warp"), [one, new Int32Array(1)], {
      schedules: 6,
      seed: 3,
    });
    const seen = last.differences.map(({ first }) => [first[0]?.expected, first[0]?.actual]);
    expect(seen.every(([expected]) => expected === 7)).toBe(true);
    expect(new Set(seen.map(([, actual]) => actual)).size).toBeGreaterThan(2);
    const run = () => verify(kernels.kernel("arrivals"), [one, new Int32Array(3)], { schedules: 6, seed: 3 });
    const arrivals = await run();
    const drawn = arrivals.differences.map(({ first }) => first.map(({ actual }) => actual));
    expect(drawn.some(([before, after]) => before !== after)).toBe(true);
    // It was launched once more in each run, and in each of the next ones.
    expect(drawn.map((all) => all.at(-1))).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await run()).differences.map(({ first }) => first.at(-1)?.actual)).toEqual([
      8, 9, 10, 11, 12, 13,
    ]);
  });

  it("say nothing where warps wait for each other", async () => {
    const report = await verify(kernels.kernel("sum"), [{ grid: 2, block: 256 }, x, new Float32Array(32)], {
      schedules: 3,
    });
    expect(String(report)).toMatch(/: all agree$/);
  });

  it("are silent where the order does not matter, and arguments stay as they are", async () => {
    const out = new Float32Array(512);
    const report = await verify(kernels.kernel("twice"), [{ threads: 512 }, x, out, 512]);
    expect(String(report)).toMatch(/^verify twice: 5 runs, seed \d+: all agree$/);
    expect(out).toEqual(new Float32Array(512));
  });

  it("end with the runs: launches after it use all threads again", async () => {
    await expect(
      verify(() => {
        throw new RangeError("mine");
      }, []),
    ).rejects.toThrow("mine\nIn the run: cpu, in ascending order");
    await device("cpu").synchronize();
    const out = new Float32Array(512);
    await kernels.kernel("twice").run({ threads: 512 }, x, out, 512);
    expect(out[1]).toBe(1);
  });
});

describe("an oracle", () => {
  it("of a kernel writes to its arguments", async () => {
    const oracle = (_config: unknown, from: Float32Array, to: Float32Array, n: number): void => {
      for (let i = 0; i < n; i++) to[i] = 2 * (from[i] as number) * (i === 3 ? 1 + 2 ** -23 : 1);
    };
    const args = [{ threads: 512 }, x, new Float32Array(512), 512] as const;
    const report = await verify(kernels.kernel("twice"), args, { oracle });
    expect(report.differences).toEqual([
      {
        run: "cpu",
        what: "argument 1 (out)",
        dtype: "float32",
        shape: [512],
        count: 1,
        maxUlps: 1,
        first: [{ index: [3], expected: 0.5 + 2 ** -24, actual: 0.5, ulps: 1 }],
      },
    ]);
    expect((await verify(kernels.kernel("twice"), args, { oracle, ulps: 1 })).isEqual).toBe(true);
    expect((await verify(kernels.kernel("twice"), args, { oracle, rtol: 1e-6 })).isEqual).toBe(true);
  });

  it("of a function returns what it does, as lists, in other precision", async () => {
    using a = array([
      [1, 2],
      [3, 4],
    ]);
    const fn = (own: NDArray) => ({ twice: own.mul(2), parts: [own.sum(), 3] });
    const oracle = (own: Float32Array) => ({
      twice: [
        [2, 4],
        [6, 9],
      ],
      parts: [Float64Array.of(own.reduce((sum, one) => sum + one)), 3],
    });
    const report = await verify(fn, [a], { oracle });
    expect(report.differences).toMatchObject([
      { what: "result.twice", count: 1, first: [{ index: [1, 1], expected: 9, actual: 8 }] },
    ]);
  });

  it("that leaves something out is an error", async () => {
    await expect(
      verify((own: NDArray) => [own.add(1)], [array([1])], { oracle: () => [] }),
    ).rejects.toMatchObject({ code: "CUTS_VERIFY" });
  });
});

it("what cannot be run is refused", async () => {
  await expect(verify(3 as never, [])).rejects.toMatchObject({ code: "CUTS_VERIFY" });
  await expect(verify(() => 1, 3 as never)).rejects.toMatchObject({ code: "CUTS_VERIFY" });
  await expect(verify(() => 1, [], { schedules: 0 })).rejects.toMatchObject({ code: "CUTS_VERIFY" });
  await expect(verify(() => 1, [], { seed: -1 })).rejects.toMatchObject({ code: "CUTS_VERIFY" });
  await expect(verify(() => 1, [], { times: 3 } as never)).rejects.toMatchObject({ code: "CUTS_OPTIONS" });
});
