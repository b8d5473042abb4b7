// The kernels of small matrices, which GPUs use, on the cpu device: every size around a warp's, and many at a time.

import { describe, expect, it, vi } from "vitest";
import * as cu from "../../src/array/array.js";
import { testSmallBatches } from "./decompositions/small-suite.js";

vi.mock("../../src/array/linalg/decompositions/engine-of.js", async () => {
  const { kernelEngine } = await import("../../src/array/linalg/decompositions/kernel-engine.js");
  const { smallEngine, SMALL_ROWS } = await import("../../src/array/linalg/decompositions/small-engine.js");
  type Engine = typeof smallEngine;
  const engineFor = (rows: number): Engine => (rows <= SMALL_ROWS ? smallEngine : kernelEngine);
  const engine: Engine = {
    ...kernelEngine,
    lu: (stream, a) => engineFor(a.shape[1] as number).lu(stream, a),
    solve: (stream, factors, b) => engineFor(b.shape[1] as number).solve(stream, factors, b),
    inverse: (stream, factors) => engineFor(factors.lu.shape[1] as number).inverse(stream, factors),
    cholesky: (stream, a) => engineFor(a.shape[1] as number).cholesky(stream, a),
    eigh: (stream, a, wants) => engineFor(a.shape[1] as number).eigh(stream, a, wants),
  };
  return { engineOf: () => engine };
});

testSmallBatches("cpu", [1, 2, 31, 32], 6);

describe("rotations of small matrices on cpu", () => {
  it("end for matrices with equal values, with zeros, and for those far from 1", async () => {
    const n = 24;
    const matrices: Record<string, cu.NDArray<"float32">> = {
      ones: cu.ones([n, n]),
      zeros: cu.zeros([n, n]),
      identity: cu.eye(n),
      large: cu.full([n, n], 1e30),
      small: cu.full([n, n], 1e-30),
    };
    for (const [name, a] of Object.entries(matrices)) {
      const { eigenvalues } = cu.linalg.eigh(a);
      const values = await eigenvalues.data();
      const trace = await cu.trace(a).item();
      const sum = values.reduce((all, value) => all + value, 0);
      expect(Math.abs(sum - trace), name).toBeLessThanOrEqual(1e-5 * Math.abs(trace));
    }
  });
});
