// Decompositions on the GPU: those of up to 32 rows by kernels, a block for each matrix, larger ones by cuSOLVER.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";
import { testDecompositions } from "../array/decompositions/suite.js";
import { testSmallBatches } from "../array/decompositions/small-suite.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) {
  testDecompositions("cuda:0", [1, 2, 31, 32, 33, 100, 130]);
  testSmallBatches("cuda:0", [1, 2, 31, 32], 50);
  testSmallBatches("cuda:0", [33, 100], 3);

  describe("a thousand matrices at a time on cuda:0", () => {
    it("are each what they are alone", { timeout: 300_000 }, async () => {
      const n = 32;
      await scope(async () => {
        const root = cu.random.normal([1000, n, n], { device: "cuda:0", dtype: "float64" });
        const a = cu
          .matmul(root, root.swapaxes(-1, -2))
          .add(cu.eye(n, n, { device: "cuda:0", dtype: "float64" }));
        const b = cu.random.normal([1000, n, 1], { device: "cuda:0", dtype: "float64" });
        const worst = async (x: cu.NDArray<"float64">, y: cu.NDArray<"float64">): Promise<number> =>
          x.sub(y).abs().max().item();
        const l = cu.linalg.cholesky(a);
        expect(await worst(cu.matmul(l, l.swapaxes(-1, -2)), a)).toBeLessThan(1e-11);
        const x = cu.linalg.solve(root, b);
        const size = await x.abs().max().item();
        expect((await worst(cu.matmul(root, x), b)) / size).toBeLessThan(1e-12);
        const { eigenvalues, eigenvectors: z } = cu.linalg.eigh(a);
        const back = cu.matmul(z.mul(eigenvalues.expandDims(-2)), z.swapaxes(-1, -2));
        expect(await worst(back, a)).toBeLessThan(1e-11);
        const logarithms = cu.linalg.slogdet(a).logabsdet;
        expect(await worst(logarithms, cu.log(eigenvalues).sum({ axis: -1 }))).toBeLessThan(1e-11);
      });
    });
  });

  describe("batches of small matrices on cuda:0", () => {
    it("are what is computed of single ones", { timeout: 300_000 }, async () => {
      const elements = Float64Array.from(
        { length: 100 * 6 * 6 },
        (_, i) => Math.sin(i * i + 1) + (i % 7 === 0 ? 3 : 0),
      );
      const results = (a: cu.NDArray<"float64">): cu.NDArray[] => {
        const { q, r } = cu.linalg.qr(a);
        const { u, s, vh } = cu.linalg.svd(a);
        const { eigenvalues, eigenvectors: z } = cu.linalg.eigh(a);
        const put = cu.matmul(u.mul(s.expandDims(-2)), vh);
        const back = cu.matmul(z.mul(eigenvalues.expandDims(-2)), z.swapaxes(-1, -2));
        const square = cu
          .matmul(a, a.swapaxes(-1, -2))
          .add(cu.eye(6, 6, { dtype: "float64", device: "cuda:0" }));
        const { inv, det, cholesky } = cu.linalg;
        return [inv(a), det(a), cholesky(square), cu.matmul(q, r), put, s, back, eigenvalues];
      };
      const all = cu.array(elements, { dtype: "float64", device: "cuda:0" }).reshape(100, 6, 6);
      const together = results(all);
      for (const which of [0, 37, 99]) {
        const alone = results(all.slice([`${which}:${which + 1}`]));
        for (const [index, one] of alone.entries()) {
          const expected = (await one.data()) as Float64Array;
          const got = (await (together[index] as cu.NDArray).slice(which).data()) as Float64Array;
          const scale = Math.max(...expected.map(Math.abs));
          const apart = Math.max(...expected.map((value, at) => Math.abs(value - (got[at] as number))));
          expect(apart / scale, `result ${index} of matrix ${which}`).toBeLessThan(1e-10);
        }
      }
    });
  });
} else {
  describe("decompositions on cuda:0", () => {
    it.skip(`all (${noGpu})`, () => {});
  });
}
