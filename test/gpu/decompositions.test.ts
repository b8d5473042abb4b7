// Decompositions on the GPU, by cuSOLVER; batches of small matrices are in the tables of NumPy and below.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { withDevice } from "../../src/runtime/devices.js";
import { testDecompositions } from "../array/decompositions/suite.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) {
  testDecompositions("cuda:0", [1, 3, 33, 130]);

  describe("batches of small matrices on cuda:0", () => {
    it("are what the cpu computes, by kernels with a matrix for each thread", {
      timeout: 300_000,
    }, async () => {
      const elements = Float64Array.from(
        { length: 100 * 6 * 6 },
        (_, i) => Math.sin(i * i + 1) + (i % 7 === 0 ? 3 : 0),
      );
      const results = (id: string): cu.NDArray[] =>
        withDevice(id, () => {
          const a = cu.array(elements, { dtype: "float64" }).reshape(100, 6, 6);
          const { q, r } = cu.linalg.qr(a);
          const { u, s, vh } = cu.linalg.svd(a);
          const { eigenvalues, eigenvectors: z } = cu.linalg.eigh(a);
          const put = cu.matmul(u.mul(s.expandDims(-2)), vh);
          const back = cu.matmul(z.mul(eigenvalues.expandDims(-2)), z.swapaxes(-1, -2));
          const square = cu.matmul(a, a.swapaxes(-1, -2)).add(cu.eye(6, 6, { dtype: "float64" }));
          return [
            cu.linalg.inv(a),
            cu.linalg.det(a),
            cu.linalg.cholesky(square),
            cu.matmul(q, r),
            put,
            s,
            back,
            eigenvalues,
          ];
        });
      const [here, there] = [results("cpu"), results("cuda:0")];
      for (const [index, one] of here.entries()) {
        const expected = (await one.data()) as Float64Array;
        const got = (await (there[index] as cu.NDArray).data()) as Float64Array;
        const scale = Math.max(...expected.map(Math.abs));
        const apart = Math.max(...expected.map((value, at) => Math.abs(value - (got[at] as number))));
        expect(apart / scale, `result ${index}`).toBeLessThan(1e-10);
      }
    });
  });
} else {
  describe("decompositions on cuda:0", () => {
    it.skip(`all (${noGpu})`, () => {});
  });
}
