// What NumPy's tables (numpy/families/convolution.py) do not say of convolutions: long ones by way of spectra, and errors.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

describe("convolve", () => {
  it("gives the same by sums and by spectra", async () => {
    const a = Float32Array.from({ length: 3000 }, (_, i) => Math.sin(i * i * 0.01));
    const v = Float32Array.from({ length: 700 }, (_, i) => Math.cos(i * 1.7));
    for (const mode of ["full", "same", "valid"] as const) {
      const [x, w] = [cu.array(a), cu.array(v)];
      const sums = await cu.convolve(x, w, { mode, method: "direct" }).data();
      const spectra = await cu.convolve(x, w, { mode }).data();
      expect(spectra.length).toBe(sums.length);
      const largest = Math.max(...sums.map(Math.abs));
      // Sums of 700 products in float32 have errors of some tens of epsilons of the largest themselves.
      for (const [k, sum] of sums.entries()) {
        expect(Math.abs(sum - (spectra[k] as number))).toBeLessThan(64 * 2 ** -23 * largest);
      }
    }
  });

  it("says what is wrong", () => {
    const x = cu.ones([4]);
    expect(() => cu.convolve(x, cu.ones([2, 2]))).toThrow(
      /its operands must be vectors \(got shape \[2, 2\]\)/,
    );
    expect(() => cu.convolve(x, x, { mode: "vald" as never })).toThrow(/Try: valid/);
    expect(() => cu.convolve(x, cu.ones([0]))).toThrow(expect.objectContaining({ code: "CUTS_EMPTY" }));
    expect(() => cu.convolve(x.astype("int32"), x.astype("int32"), { method: "fft" })).toThrow(/for int32/);
  });
});

describe("conv2d", () => {
  it("says what is wrong", () => {
    const x = cu.ones([1, 3, 8, 8]);
    expect(() => cu.conv2d(x, cu.ones([4, 2, 3, 3]))).toThrow(
      /channels must be those of weight times groups/,
    );
    expect(() => cu.conv2d(x, cu.ones([4, 3, 9, 9]))).toThrow(
      expect.objectContaining({ code: "CUTS_CONVOLUTION_SIZE" }),
    );
    expect(() => cu.conv2d(x, cu.ones([4, 3, 3, 3]), { padding: "same", stride: 2 })).toThrow(
      /needs stride 1/,
    );
    expect(() => cu.conv2d(x, cu.ones([4, 3, 3, 3]), { stride: 0 })).toThrow(
      /stride must be a whole number of at least 1/,
    );
    expect(() => cu.conv2d(x.astype("int32"), cu.ones([4, 3, 3, 3], { dtype: "int32" }))).toThrow(
      /it is for floats/,
    );
    expect(() => cu.conv2d(x, cu.ones([4, 3, 3, 3]), { bias: cu.ones([3]) })).toThrow(
      /bias must have one number/,
    );
  });
});
