// kernel.profile() on a GPU: timed there by events, counted on the cpu device.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { kernelCore } from "../../src/runtime/kernels/kernel.js";
import { timeKernel } from "../../src/runtime/kernels/time-kernel.js";
import { noGpu } from "./device.js";

const hasClang = existsSync(new URL("../../node_modules/@yowasp/clang", import.meta.url));
const n = 1 << 16;
const config = { grid: n / 256, block: 256 };
const source = `extern "C" __global__ void add(const float* a, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += a[i];
}`;

describe.skipIf(noGpu !== undefined)(`a kernel on a GPU${noGpu === undefined ? "" : ` (${noGpu})`}`, () => {
  it("is timed by events, on copies", async () => {
    using add = cu.kernel(source, { device: "cuda:0" });
    const [a, out] = [new Float32Array(n).fill(1), new Float32Array(n)];
    expect(await timeKernel(kernelCore(add, "time"), config, [a, out, n])).toBeGreaterThan(0);
    expect(out).toEqual(new Float32Array(n));
  });

  it.skipIf(!hasClang)("has the counts of the cpu device too, and leaves its result once", async () => {
    using add = cu.kernel(source, { device: "cuda:0" });
    const [a, out] = [new Float32Array(n).fill(1), new Float32Array(n)];
    const profile = await add.profile(config, a, out, n);
    expect(profile.total.global.sectors).toBe((3 * n * 4) / 32);
    expect(profile.time?.device).toBe("cuda:0");
    expect(profile.time?.milliseconds).toBeGreaterThan(0);
    expect(String(profile)).toMatch(/ µs on cuda:0$/m);
    expect(out).toEqual(new Float32Array(n).fill(1));
  });
});
