import { describe, expect, it } from "vitest";
import { parseModule } from "../ir/parse-module.js";
import type { Diagnostic } from "./diagnostics.js";
import { appendNameExpressions, blameSource, takeNameExpressions } from "./name-expressions.js";

describe("appendNameExpressions", () => {
  it("leaves a source without expressions alone, and the lines of others in place", () => {
    expect(appendNameExpressions("a\nb", [], "k.cu")).toBe("a\nb");
    expect(appendNameExpressions("a\nb", ["f<1>"], "k.cu")).toMatch(
      /^a\nb\n#line 4 "k.cu"\n.*\n#line 1 "name expression"\nf<1>\n;\n#line 4 "k.cu"\n$/,
    );
  });
});

describe("blameSource", () => {
  const at = (file: string, line: number, severity: Diagnostic["severity"], message: string): Diagnostic => ({
    file,
    line,
    column: 1,
    severity,
    message,
    snippet: "",
  });
  const source = "void f() {\n  g(); \n\n";

  it("leaves errors of the expressions, and of what they instantiate", () => {
    const told = [
      at("k.cu", 1, "error", "no member x"),
      at("name expression", 1, "note", "in instantiation of f<int>"),
      at("name expression", 1, "error", "no h"),
    ];
    expect(blameSource(told, source, "k.cu")).toBe(told);
  });

  it("drops errors of the expressions where the source has its own", () => {
    const [own, note] = [at("k.cu", 1, "error", "no type T"), at("k.cu", 2, "note", "used here")];
    expect(blameSource([own, note, at("name expression", 1, "error", "no f")], source, "k.cu")).toEqual([
      own,
      note,
    ]);
  });

  it("moves what is missing to where the source ends", () => {
    const told = [
      at("k.cu", 5, "error", "expected unqualified-id"),
      at("k.cu", 5, "error", "expected '}'"),
      at("k.cu", 1, "note", "to match this '{'"),
    ];
    const snippet = "    2 |   g();\n      |       ^";
    expect(blameSource(told, source, "k.cu")).toEqual([
      { ...at("k.cu", 2, "error", "expected '}'"), column: 7, snippet },
      told[2],
    ]);
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
      "  ret void",
      "}",
    ].join("\n");
    const { module, names } = takeNameExpressions(parseModule(ir), ["scan<float>", "coef", "odd"]);
    expect([...names]).toEqual([
      ["scan<float>", "_Z4scanIfEvPT_"],
      ["coef", "coef"],
      ["odd", "odd name"],
    ]);
    expect(module.globals.map(({ name }) => name)).toEqual(["@coef"]);
    expect(module.functions.map(({ name }) => name)).toEqual(["@_Z4scanIfEvPT_"]);
  });
});
