// Products on the cpu device, and what they refuse, which is the same on all.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { testProducts } from "./products-suite.js";

testProducts("cpu");

describe("errors", () => {
  const two = cu.ones([2, 3]);

  it("name the shapes that do not fit", () => {
    expect(() => cu.matmul(two, two)).toThrow(
      "Cannot compute matmul: the last axis of the left operand must be as long as the last but one axis of the right one (got [2, 3] and [2, 3]: 3 and 2)",
    );
    expect(() => two.dot(cu.ones([2]))).toThrow("(got [2, 3] and [2]: 3 and 2)");
    expect(() => cu.matmul(cu.ones([2, 2, 3]), cu.ones([3, 3, 4]))).toThrow(
      expect.objectContaining({ code: "CUTS_BROADCAST" }),
    );
    expect(() => cu.tensordot(two, two)).not.toThrow();
    expect(() => cu.tensordot(two, two, { axes: 1 })).toThrow(
      expect.objectContaining({ code: "CUTS_TENSORDOT" }),
    );
    expect(() => cu.tensordot(two, two, { axes: 3 })).toThrow(
      expect.objectContaining({ code: "CUTS_TENSORDOT" }),
    );
    expect(() => cu.cross(two, cu.ones([2]))).toThrow(expect.objectContaining({ code: "CUTS_CROSS" }));
    expect(() => cu.linalg.matrixPower(two, 2)).toThrow(
      expect.objectContaining({ code: "CUTS_MATRIX_POWER" }),
    );
    expect(() => cu.linalg.matrixPower(cu.ones([2, 2]), 0.5)).toThrow("must be a whole number (got 0.5)");
    expect(() => cu.linalg.multiDot([two])).toThrow(expect.objectContaining({ code: "CUTS_MULTI_DOT" }));
    expect(() => cu.linalg.matrixNorm(cu.ones([3]))).toThrow(expect.objectContaining({ code: "CUTS_NORM" }));
  });

  it("refuse what is no array, a value alone, a wrong `out`, an unknown precision", () => {
    expect(() => cu.matmul([[1]] as unknown as cu.NDArray, two)).toThrow(
      expect.objectContaining({ code: "CUTS_OPERAND" }),
    );
    expect(() => cu.matmul(cu.array(2), two)).toThrow("Try: a.mul(b)");
    expect(() => cu.matmul(two, two.T, { out: cu.ones([2, 3]) })).toThrow(
      "Cannot compute matmul into an array: `out` must be float32[2, 2] on cpu (got float32[2, 3] on cpu)",
    );
    expect(() => cu.matmul(two, two.T, { precision: "half" as "tf32" })).toThrow(
      expect.objectContaining({ code: "CUTS_PRECISION" }),
    );
    expect(cu.matmulPrecision()).toBe("float32");
    expect(cu.matmulPrecision("tf32")).toBe("float32");
    expect(cu.matmulPrecision("float32")).toBe("tf32");
  });
});
