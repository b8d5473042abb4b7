// Fused functions on a GPU are replayed as graphs, a whole training step with products of matrices too.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { mlp } from "../../bench/fuse/mlp.js";
import { graphCounts } from "../../src/ops/fusion/trace/graphs.js";
import { replaySuite } from "../ops/fusion/replay-suite.js";
import { noGpu } from "./device.js";

describe.skipIf(noGpu !== undefined)("fuse on a GPU", () => {
  replaySuite("cuda:0");

  it("replays the training step of an MLP by two graphs in turns", () => {
    const { step, state, batch } = mlp();
    const fused = cu.fuse(step);
    let [plain, own] = [state, state];
    const { recorded, launched, failed } = graphCounts;
    for (let k = 0; k < 30; k++) {
      const wanted = step(plain, batch);
      const found = fused(own, batch);
      // Kernels that are fused round less often than those that store what is between.
      const [a, b] = [wanted.loss.itemSync() as number, found.loss.itemSync() as number];
      expect(Math.abs(a - b)).toBeLessThan(1e-4 * Math.max(1, Math.abs(a)));
      if (k > 0) for (const one of [plain, own].flatMap((each) => Object.values(each).flat())) one.dispose();
      wanted.loss.dispose();
      found.loss.dispose();
      [plain, own] = [wanted.state, found.state];
    }
    expect(graphCounts.failed).toBe(failed);
    expect(graphCounts.recorded - recorded).toBe(3);
    expect(graphCounts.launched - launched).toBe(27);
  });
});
