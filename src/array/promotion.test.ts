import { describe, expect, it } from "vitest";
import { dtypeNames } from "../core/dtype.js";
import { floatTypeOf, promoteScalar, promoteTypes } from "./promotion.js";

describe("promotion of two dtypes", () => {
  it("does not depend on their order, and keeps a dtype with itself", () => {
    for (const a of dtypeNames) {
      expect(promoteTypes(a, a)).toBe(a);
      for (const b of dtypeNames) expect(promoteTypes(a, b)).toBe(promoteTypes(b, a));
    }
  });

  it("is NumPy's", () => {
    expect(promoteTypes("int32", "float32")).toBe("float64");
    expect(promoteTypes("uint8", "int8")).toBe("int16");
    expect(promoteTypes("int64", "uint64")).toBe("float64");
    expect(promoteTypes("float64", "complex64")).toBe("complex128");
    expect(promoteTypes("float16", "bfloat16")).toBe("float32");
  });

  it.each(["toString", "constructor", "__proto__"])("is an error for %s", (name) => {
    const wrong = expect.objectContaining({ code: "CUTS_UNKNOWN_DTYPE" });
    expect(() => promoteTypes("float32", name as "int8")).toThrow(wrong);
    expect(() => promoteTypes(name as "int8", "float32")).toThrow(wrong);
  });
});

describe("plain numbers", () => {
  it("take the dtype of the array beside them", () => {
    expect(promoteScalar("float16", 1e30)).toBe("float16");
    expect(promoteScalar("int8", 3)).toBe("int8");
    expect(promoteScalar("uint16", 3n)).toBe("uint16");
    expect(promoteScalar("complex64", 1.5)).toBe("complex64");
  });

  it("change the kind where the array's cannot hold theirs", () => {
    expect(promoteScalar("int8", 1.5)).toBe("float64");
    expect(promoteScalar("bool", 2)).toBe("int64");
    expect(promoteScalar("bool", true)).toBe("bool");
    expect(promoteScalar("float32", { re: 0, im: 1 })).toBe("complex64");
    expect(promoteScalar("int32", { re: 0, im: 1 })).toBe("complex128");
  });
});

it("functions of floats take small integers as small floats", () => {
  expect(["bool", "int8", "uint16", "int32", "float32"].map((one) => floatTypeOf(one as "bool"))).toEqual([
    "float16",
    "float16",
    "float32",
    "float64",
    "float32",
  ]);
});
