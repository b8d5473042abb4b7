// Decompositions on the GPU, by cuSOLVER; batches of small matrices are in the tables of NumPy and below.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { testDecompositions } from "../array/decompositions/suite.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) {
  testDecompositions("cuda:0", [1, 3, 33, 130]);

  describe("batches of small matrices on cuda:0", () => {
    it("are what cuSOLVER computes of single ones", { timeout: 300_000 }, async () => {
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
