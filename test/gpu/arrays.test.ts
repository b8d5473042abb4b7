// Arrays on the GPU: the cases of the cpu device, from the tables of what NumPy computes. CUDA's functions are less exact than
// those of the cpu device (the CUDA programming guide allows up to 10 ulp), and its compiler fuses multiplications with
// additions, which changes parts of complex products that almost cancel.

import { describe, it } from "vitest";
import { testCases } from "../array/numpy/suite.js";
import { dtypes } from "../../src/core/dtype.js";
import { noGpu } from "./device.js";

if (noGpu === undefined) {
  testCases("cuda:0", (tolerance, dtype) => {
    const { ulps = 0, scaled = 0 } = tolerance;
    const isComplex = dtypes[dtype].kind === "complex";
    return { ...tolerance, ulps: 4 * ulps, scaled: Math.max(4 * scaled, isComplex ? 4 : 0) };
  });
} else {
  describe("arrays on cuda:0", () => {
    it.skip(`all cases (${noGpu})`, () => {});
  });
}
