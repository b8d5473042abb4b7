import { describe, expect, it } from "vitest";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { printModule } from "../../../../compiler/ir/print.js";
import { flattenAddressSpaces } from "./address-spaces.js";

const TEXT = `@tile = internal addrspace(9) global [16 x float] undef, align 4
@"odd name" = external addrspace(9) global [0 x i32], align 4
@counter = addrspace(7) externally_initialized global i32 0, align 4
@table = addrspace(8) externally_initialized constant [4 x i32] zeroinitializer, align 4
@text = private unnamed_addr constant [2 x i8] c"a\\00"
@pointers = internal global { ptr, i32 } { ptr addrspacecast (ptr addrspace(7) @counter to ptr), i32 1 }
define void @k(ptr addrspace(7) %q) {
entry:
  store float 1.0, ptr addrspacecast (ptr addrspace(9) @tile to ptr), align 4
  store float 1.0, ptr addrspacecast (ptr addrspace(9) getelementptr inbounds ([16 x float], ptr addrspace(9) @tile, i32 0, i32 3) to ptr), align 4
  %p = addrspacecast ptr addrspace(7) %q to ptr
  %r = load i32, ptr addrspace(8) @table, align 4
  store i32 0, ptr addrspace(1) @wasm, align 4
  ret void
}
`;

describe("flattenAddressSpaces", () => {
  const flat = flattenAddressSpaces(parseModule(TEXT));

  it("tells which variable was in which space", () => {
    expect([...flat.shared]).toEqual(["@tile", '@"odd name"']);
    expect([...flat.deviceVariables]).toEqual(["@counter", "@table"]);
  });

  it("leaves plain pointers, and the spaces of WebAssembly", () => {
    expect(printModule(flat.module).trim().split("\n")).toEqual([
      "@tile = internal global [16 x float] undef, align 4",
      '@"odd name" = external global [0 x i32], align 4',
      "@counter = externally_initialized global i32 0, align 4",
      "@table = externally_initialized constant [4 x i32] zeroinitializer, align 4",
      '@text = private unnamed_addr constant [2 x i8] c"a\\00"',
      "@pointers = internal global { ptr, i32 } { ptr @counter, i32 1 }",
      "define void @k(ptr %q) {",
      "entry:",
      "  store float 1.0, ptr @tile, align 4",
      "  store float 1.0, ptr getelementptr inbounds ([16 x float], ptr @tile, i32 0, i32 3), align 4",
      "  %p = bitcast ptr %q to ptr",
      "  %r = load i32, ptr @table, align 4",
      "  store i32 0, ptr addrspace(1) @wasm, align 4",
      "  ret void",
      "}",
    ]);
  });

  it("has nothing to do the second time", () => {
    const again = flattenAddressSpaces(flat.module);
    expect(printModule(again.module)).toBe(printModule(flat.module));
    expect([again.shared.size, again.deviceVariables.size]).toEqual([0, 0]);
  });
});
