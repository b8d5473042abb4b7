// Element-wise operations, beside the table of NumPy's results: what writes in place, plain numbers of all sizes, bfloat16
// (which NumPy has not), views of complex parts, and what is refused.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";

describe("operations in place", () => {
  it("write the array, through views too", async () => {
    const x = cu.arange(6).reshape(2, 3);
    expect(x.slice([":", "::2"]).addInplace(10)).toBeDefined();
    expect(x.mulInplace(cu.array([1, 2, 3]))).toBe(x);
    expect(await x.tolist()).toEqual([
      [10, 2, 36],
      [13, 8, 45],
    ]);
  });

  it("keep the dtype: a wider one of the same kind is rounded, another kind refused", async () => {
    const whole = cu.array([1, 2, 3], { dtype: "int32" });
    whole
      .addInplace(cu.array([10n, 20n, 30n]))
      .floorDivideInplace(2)
      .powInplace(2)
      .leftShiftInplace(1);
    expect(await whole.tolist()).toEqual([50, 242, 512]);
    const floats = cu.ones([2]).addInplace(cu.full([2], 0.1, { dtype: "float64" }));
    expect([floats.dtype, await floats.tolist()]).toEqual(["float32", [Math.fround(1.1), Math.fround(1.1)]]);
    expect(() => whole.divInplace(2)).toThrow("Cannot div in place: the result must fit the array");
    expect(() => whole.addInplace(0.5)).toThrow("(got float64[3])");
    expect(() => cu.ones([2], { dtype: "uint8" }).subInplace(cu.ones([2], { dtype: "int8" }))).toThrow(
      "(got int16[2])",
    );
    expect(() => whole.addInplace(cu.ones([2, 3], { dtype: "int32" }))).toThrow("(got int32[2, 3])");
  });
});

describe("plain numbers", () => {
  it("beside 64-bit integers may be bigints or safe numbers", async () => {
    const x = cu.array([2n ** 62n, -1n]);
    expect(await x.add(2n ** 61n).tolist()).toEqual([2n ** 62n + 2n ** 61n, 2n ** 61n - 1n]);
    expect(await x.mul(2).tolist()).toEqual([-(2n ** 63n), -2n]);
    expect(() => x.add(2 ** 60)).toThrow("from 2^53 on");
    expect(() => x.add(2n ** 63n)).toThrow("between");
  });

  it("are compared with integers whatever their size", async () => {
    const x = cu.array([0, 255], { dtype: "uint8" });
    expect(await x.less(1e300).tolist()).toEqual([true, true]);
    expect(await cu.less(256, x).tolist()).toEqual([false, false]);
    const out = cu.zeros([2], { dtype: "bool" });
    expect(x.notEqual(-1, { out })).toBe(out);
    expect(await out.tolist()).toEqual([true, true]);
  });

  it("are rounded to 16-bit floats before they are used", async () => {
    const sum = cu.zeros([1], { dtype: "float16" }).add(0.1);
    expect(await sum.item()).toBe(0.0999755859375);
  });
});

describe("bfloat16", () => {
  it("is computed in float32 and rounded", async () => {
    const x = cu.array([0.5, 1.5, -2, 3], { dtype: "bfloat16" });
    const wide = x.astype("float32");
    for (const apply of [cu.exp, cu.sin, cu.gelu, cu.erf, cu.arctan, cu.cbrt, cu.sigmoid]) {
      const narrow = apply(x);
      expect(narrow.dtype).toBe("bfloat16");
      expect(await narrow.tolist()).toEqual(await apply(wide).astype("bfloat16").tolist());
    }
    expect(await cu.hypot(x, 4).tolist()).toEqual(await cu.hypot(wide, 4).astype("bfloat16").tolist());
    expect(await cu.nextafter(cu.ones([1], { dtype: "bfloat16" }), 2).item()).toBe(1.0078125);
  });
});

describe("complex numbers", () => {
  it("show their parts as views", async () => {
    const z = cu.array([
      { re: 1, im: 2 },
      { re: 3, im: 4 },
    ]);
    z.imag.fill(9);
    z.real.slice("::-1").addInplace(1);
    expect(await z.tolist()).toEqual([
      { re: 2, im: 9 },
      { re: 4, im: 9 },
    ]);
    expect([z.real.dtype, z.abs().dtype, cu.angle(z).dtype]).toEqual(["float32", "float32", "float32"]);
    expect(await cu.imag(cu.ones([2])).tolist()).toEqual([0, 0]);
  });

  it("have roots and logarithms on both sides of the cut", async () => {
    const z = cu.array([
      { re: -4, im: 0 },
      { re: -4, im: -0 },
    ]);
    expect(await z.sqrt().tolist()).toEqual([
      { re: 0, im: 2 },
      { re: 0, im: -2 },
    ]);
  });
});

describe("out", () => {
  it("takes the result of functions that compute in another dtype", async () => {
    const x = cu.array([1, 4], { dtype: "float16" });
    expect(cu.cbrt(x, { out: x })).toBe(x);
    expect(await x.item(0)).toBe(1);
    const y = cu.array([-1.26, 2.345]);
    expect(y.round({ decimals: 1, out: y })).toBe(y);
    expect(await y.tolist()).toEqual([Math.fround(-1.3), Math.fround(2.3)]);
  });

  it("may be a bound of clip", async () => {
    const high = cu.array([1, 2, 3]);
    expect(cu.clip(cu.array([5, 0, 2.5]), 0.5, high, { out: high })).toBe(high);
    expect(await high.tolist()).toEqual([1, 0.5, 2.5]);
  });

  it("may be of clip without bounds, which copies", async () => {
    const x = cu.array([1, 2]);
    const out = cu.zeros([2]);
    expect(cu.clip(x, null, undefined, { out })).toBe(out);
    expect([await out.tolist(), await x.clip().tolist()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});

describe("refusals", () => {
  it("name the operation, the rule and what came", () => {
    const flags = cu.array([true, false]);
    expect(() => flags.sub(flags)).toThrow(
      "Cannot compute subtract: it is not defined for this dtype (got bool)",
    );
    expect(() => cu.ones([2]).bitwiseAnd(1)).toThrow("(got float32 with 1)");
    expect(() => cu.array([2n]).pow(-1)).toThrow("no negative power");
    expect(() => cu.ones([2]).round({ decimals: 0.5 })).toThrow("whole number");
    expect(() => cu.add("1" as never, cu.ones([1]))).toThrow(
      'an operand must be an array or a number (got "1")',
    );
  });
});

describe("isclose and allclose", () => {
  it("answer with booleans, as functions and as methods", async () => {
    using x = cu.array([1, 2, Number.NaN]);
    using y = cu.array([1, 2.000001, Number.NaN]);
    expect(await x.isclose(y).tolist()).toEqual([true, true, false]);
    expect(await cu.allclose(x, y)).toBe(false);
    expect(await x.allclose(y, { equalNan: true })).toBe(true);
    expect(x.allcloseSync(y, { equalNan: true })).toBe(true);
    expect(cu.allcloseSync(x, 1)).toBe(false);
    expect(await cu.allclose(1, 1 + 1e-9)).toBe(true);
  });

  it("write into `out`", async () => {
    using x = cu.array([1, 2]);
    using out = cu.zeros([2], { dtype: "bool" });
    expect(cu.isclose(x, 1, { out })).toBe(out);
    expect(await out.tolist()).toEqual([true, false]);
  });

  it("refuse what is no tolerance, and what is no operand", async () => {
    using x = cu.array([1, 2]);
    const code = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    expect(code(() => x.isclose(1, { rtol: -1 }))).toBe("CUTS_TOLERANCE");
    expect(code(() => x.isclose(1, { atol: Number.NaN }))).toBe("CUTS_TOLERANCE");
    expect(code(() => x.isclose("1" as never))).toBe("CUTS_OPERAND");
    await expect(x.allclose(1, { rtol: "1" as never })).rejects.toThrow("rtol must be a number");
  });
});
