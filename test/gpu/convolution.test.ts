// Convolutions on the GPU, by every kernel and tile, against loops in float64.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { testConvolutions } from "../array/convolution-suite.js";
import { noGpu, openGpu } from "./device.js";

const title = `convolutions on cuda:0${noGpu === undefined ? "" : ` (${noGpu})`}`;
describe.skipIf(noGpu !== undefined)(title, { timeout: 300_000 }, () => {
  testConvolutions("cuda:0", { tensorCores: hasTensorCores(), compilesFast: true });

  // Layers of usual networks, which fill the device: the same numbers as on the cpu device.
  it.each([
    ["float32", [4, 64, 56, 56], [64, 64, 3, 3], { padding: 1 }, 2e-6],
    ["float32", [2, 3, 100, 101], [64, 3, 7, 7], { stride: 2, padding: 3 }, 2e-6],
    ["float32", [1, 512, 7, 7], [512, 512, 3, 3], { padding: 1 }, 4e-6],
    ["float32", [4, 128, 56, 56], [128, 1, 3, 3], { padding: 1, groups: 128 }, 1e-6],
    ["float16", [4, 64, 56, 56], [64, 64, 3, 3], { padding: 1 }, 1e-3],
    ["bfloat16", [4, 64, 28, 28], [128, 64, 1, 1], {}, 8e-3],
  ] as const)("%s %j by %j %j", async (dtype, shape, window, options, tolerance) => {
    const random = cu.random.generator(7);
    using wide = random.uniform(shape, { low: -1, high: 1, device: "cpu" });
    using wideWeights = random.uniform(window, { low: -1, high: 1, device: "cpu" });
    using x = wide.astype(dtype);
    using w = wideWeights.astype(dtype);
    using expected = cu.conv2d(x, w, options);
    using there = x.to("cuda:0");
    using thereWeights = w.to("cuda:0");
    using result = cu.conv2d(there, thereWeights, options);
    using numbers = result.astype("float64");
    using expectedNumbers = expected.astype("float64");
    const [got, want] = [await numbers.data(), await expectedNumbers.data()];
    const largest = want.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const worst = want.reduce((most, value, i) => Math.max(most, Math.abs(value - (got[i] as number))), 0);
    // Sums are in float32 on both, in another order; of 16 bits only the last rounding may differ.
    expect(worst).toBeLessThanOrEqual(tolerance * largest);
  });
});

function hasTensorCores(): boolean {
  return noGpu === undefined && openGpu().tuning.tensorCores;
}
