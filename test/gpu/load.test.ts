// Libraries with CUDA sources on a real GPU: host arrays through a launcher, and arrays that live on the device.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { findNvcc } from "../../src/compiler/nvcc.js";
import * as cu from "../../src/index.js";
import { noGpu } from "./device.js";

const why = noGpu ?? (findNvcc() === undefined ? "no nvcc on this machine" : undefined);

describe.skipIf(why !== undefined)(`load() with CUDA sources${why === undefined ? "" : ` (${why})`}`, () => {
  it("calls a launcher that takes host arrays", async () => {
    using sum = await cu.load({
      functions: { launch_sum_kernel: "int(const float a[n], const float b[n], float out[n], int n)" },
      device: "cuda:0",
      sources: fileURLToPath(new URL("../../examples/cuda-launcher/sum_kernel.cu", import.meta.url)),
    });
    expect(cu.loadInfo(sum)).toMatchObject({ toolchain: "native", device: "cuda:0" });
    const n = 100_000;
    const a = Float32Array.from({ length: n }, (_, i) => i);
    const b = new Float32Array(n).fill(0.5);
    const out = new Float32Array(n);
    expect(sum.launch_sum_kernel(a, b, out, n)).toBe(0);
    expect([out[0], out[n - 1]]).toEqual([0.5, n - 0.5]);
    out.fill(0);
    expect(await sum.launch_sum_kernel.async(a, b, out, n)).toBe(0);
    expect(out[n - 1]).toBe(n - 0.5);
  });

  it("hands over arrays that live on the device, in order with their other work", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cuts-gpu-load-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const source = join(folder, "scale.cu");
    writeFileSync(
      source,
      `__global__ void scale_kernel(float* x, float factor, int n) {
         int i = blockIdx.x * blockDim.x + threadIdx.x;
         if (i < n) x[i] *= factor;
       }
       extern "C" cudaError_t scale(float* x /*__device__ [n]*/, float factor, int n) {
         scale_kernel<<<(n + 255) / 256, 256>>>(x, factor, n);
         return cudaGetLastError();
       }`,
    );
    using lib = await cu.load({
      functions: { scale: "int(__device__ float x[n], float factor, int n)" },
      device: "cuda:0",
      sources: source,
    });
    using x = cu.arange(1 << 20, { dtype: "float32", device: "cuda:0" });
    using y = x.add(1);
    expect(lib.scale(y, 2, y.size)).toBe(0);
    using z = y.add(1);
    expect(await z.item((1 << 20) - 1)).toBe(2 * (1 << 20) + 1);
    expect(() => lib.scale(y, 2, y.size + 1)).toThrow("it must have at least");
    // @ts-expect-error host memory is no device memory
    expect(() => lib.scale(new Float32Array(4), 2, 4)).toThrow("it must be an array that lives on a GPU");
    using host = cu.ones([4], { device: "cpu" });
    expect(() => lib.scale(host, 2, 4)).toThrow("it must live on a GPU");
  });
});
