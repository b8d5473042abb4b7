// Fused functions that are replayed as graphs give what the functions give, and take no array from anybody who has it. On a GPU
// they are by themselves (test/gpu/fuse-graph.test.ts); here the cpu device is told to.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as cu from "../../../src/index.js";
import { graphCounts } from "../../../src/ops/fusion/trace/graphs.js";
import { replaySuite } from "./replay-suite.js";

beforeAll(() => {
  graphCounts.isForAll = true;
});
afterAll(() => {
  graphCounts.isForAll = false;
});

replaySuite("cpu");

describe("what cannot be recorded", () => {
  it("is computed step by step, and a warning says so", async () => {
    const shout = cu.op({
      name: "test::unrecordable",
      schema: "(Tensor x) -> Tensor",
      shape: (x) => x.shape,
      all: (x) => cu.array(x.tolistSync() as number[]).mul(2),
    });
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const fused = cu.fuse((a: cu.NDArray) => shout(a).add(1));
    const { failed } = graphCounts;
    try {
      for (let k = 0; k < 5; k++)
        expect(fused(cu.array([k, 1], { device: "cpu" })).tolistSync()).toEqual([2 * k + 1, 3]);
      expect(graphCounts.failed).toBe(failed + 1);
      expect(warn.mock.calls.map(([text]) => text)).toEqual([
        expect.stringContaining("is computed step by step on cpu: it cannot be recorded as a graph"),
      ]);
    } finally {
      warn.mockRestore();
    }
  });
});
