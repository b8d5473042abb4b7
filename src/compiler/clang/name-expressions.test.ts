import { describe, expect, it } from "vitest";
import { appendNameExpressions, takeNameExpressions } from "./name-expressions.js";

describe("appendNameExpressions", () => {
  it("leaves a source without expressions alone, and the lines of others in place", () => {
    expect(appendNameExpressions("a\nb", [])).toBe("a\nb");
    expect(appendNameExpressions("a\nb", ["f<1>"])).toMatch(
      /^a\nb\n#line 1 "name expression"\n[^]*\nf<1>\n;\n$/,
    );
  });
});

describe("takeNameExpressions", () => {
  it("reads the symbols of functions and variables, and takes its constants out", () => {
    const ir = [
      "@__cuts_name_0 = addrspace(8) externally_initialized constant ptr @_Z4scanIfEvPT_, align 4",
      "@__cuts_name_1 = addrspace(8) externally_initialized constant ptr addrspacecast (ptr addrspace(8) @coef to ptr), align 4",
      '@__cuts_name_2 = addrspace(8) externally_initialized constant ptr @"odd name", align 4',
      "@coef = addrspace(8) externally_initialized constant [4 x float] zeroinitializer, align 16",
      "@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(8) @__cuts_name_0 to ptr)]",
      "@llvm.compiler.used = appending global [1 x ptr] [ptr @coef]",
      "define void @_Z4scanIfEvPT_(ptr %p) {",
    ].join("\n");
    const { ir: rest, names } = takeNameExpressions(ir, ["scan<float>", "coef", "odd"]);
    expect([...names]).toEqual([
      ["scan<float>", "_Z4scanIfEvPT_"],
      ["coef", "coef"],
      ["odd", "odd name"],
    ]);
    expect(rest.split("\n").map((line) => line.slice(0, 12))).toEqual(["@coef = addr", "define void "]);
  });
});
