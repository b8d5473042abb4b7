// The time of a kernel, with the cpu device's events.
import { afterAll, expect, it } from "vitest";
import { kernel, kernelCore } from "./kernel.js";
import { timeKernel } from "./time-kernel.js";

const spin = kernel(
  `extern "C" __global__ void spin(int* out, int turns) {
     for (int i = 0; i < turns; i++) atomicAdd(out, 1);
   }`,
  { device: "cpu" },
);
afterAll(() => spin.dispose());

it("is told in milliseconds, and arrays stay as they are", async () => {
  const out = new Int32Array(1);
  expect(await timeKernel(kernelCore(spin, "time"), { grid: 4, block: 32 }, [out, 1000])).toBeGreaterThan(0);
  expect([...out]).toEqual([0]);
});
