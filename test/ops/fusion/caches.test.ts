// A program that runs for weeks: numbers that change make no kernels, and what is kept is bounded.
import { describe, expect, it } from "vitest";
import * as cu from "../../../src/index.js";
import type { Backend } from "../../../src/backend/backend.js";
import { fusionCounts } from "../../../src/ops/fusion/fused-kernel.js";

const { backend } = cu.device("cpu") as unknown as { readonly backend: Backend };
const x = cu.array([1, 2, 3], { device: "cpu" });

describe("kernels of fused functions", () => {
  it("are the same for all numbers", () => {
    const step = cu.fuse((a: cu.NDArray, rate: number) => a.mul(rate).add(a.mul(rate)).sub(1000.5));
    const at = (rate: number): number => (step(x, rate).tolistSync() as number[])[2] as number;
    for (let round = 0; round < 3; round++) at(0.5);
    const { made, kept } = fusionCounts;
    for (let k = 0; k < 2000; k++) {
      const rate = (k % 1000) / 64;
      for (let round = 0; round < 3; round++) expect(at(rate)).toBe(6 * rate - 1000.5);
    }
    expect(fusionCounts).toMatchObject({ made, kept });
  });

  it("take numbers of each dtype", () => {
    for (const dtype of ["float32", "int32", "bool"] as const) {
      const a = cu.array([1, 0, 1], { dtype, device: "cpu" });
      for (const number of [2, true, 0.5]) {
        const f = (own: cu.NDArray): cu.NDArray => own.mul(number).add(own);
        const fused = cu.fuse(f);
        const wanted = f(a);
        for (let round = 0; round < 3; round++) {
          const found = fused(a);
          expect([found.dtype, found.tolistSync()]).toEqual([wanted.dtype, wanted.tolistSync()]);
        }
      }
    }
  });

  it("are given back, the one that was used least recently first", async () => {
    const fused = cu.fuse((a: cu.NDArray) => a.add(0.125).mul(a).sub(a));
    for (let round = 0; round < 3; round++) fused(x).dispose();
    // Numbers of a text are part of the code.
    const evaluate = (k: number): unknown => {
      using found = cu.expr(["", ` * ${k} + 0.5`] as unknown as TemplateStringsArray, x);
      return found.tolistSync();
    };
    for (let k = 1; k <= 300; k++) evaluate(k);
    await cu.device("cpu").synchronize();
    const { kept, unloaded } = fusionCounts;
    const { liveBytes } = backend.memory();
    for (let k = 301; k <= 600; k++) expect(evaluate(k)).toEqual([k + 0.5, 2 * k + 0.5, 3 * k + 0.5]);
    await cu.device("cpu").synchronize();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(fusionCounts.kept).toBe(kept);
    expect(kept).toBeLessThanOrEqual(256);
    expect(fusionCounts.unloaded - unloaded).toBe(300);
    expect(backend.memory().liveBytes).toBeLessThanOrEqual(liveBytes);
    // One that was given back is made again, and one that a function will need again stays.
    expect(evaluate(1)).toEqual([1.5, 2.5, 3.5]);
    const { made } = fusionCounts;
    expect(fused(x).tolistSync()).toEqual([0.125, 2.25, 6.375]);
    expect(fusionCounts.made).toBe(made);
  });

  it("stay as long as a graph has them", () => {
    const into = cu.zeros([3], { device: "cpu" });
    using graph = cu.graph(() => into.set(cu.expr`${x} * 1.0625 - 0.25`), { device: "cpu" });
    for (let k = 1; k <= 300; k++)
      cu.expr(["", ` - ${k}.25`] as unknown as TemplateStringsArray, x).dispose();
    graph.launch();
    expect(into.tolistSync()).toEqual([0.8125, 1.875, 2.9375]);
  });
});
