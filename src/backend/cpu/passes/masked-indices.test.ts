import { describe, expect, it } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { hideMaskedIndices as hideIn } from "./masked-indices.js";

const hideMaskedIndices = (text: string): string => printModule(hideIn(parseModule(text)));

const region = (...body: string[]): string =>
  printModule(
    parseModule(
      ["define internal i32 @k(ptr %p, i32 %cuts.gdim.z, i32 %t) #0 {", "begin:", ...body, "}"].join("\n"),
    ),
  );

describe("indices that count in few bits", () => {
  it("get a 0 that the compiler does not know, on the way to an address", () => {
    const ir = region(
      "  %r = and i32 %t, 3, !dbg !1",
      "  %i = zext nneg i32 %r to i64",
      "  %a = getelementptr inbounds float, ptr %p, i64 %i",
      "  ret i32 0",
    );
    expect(hideMaskedIndices(ir)).toBe(
      region(
        "  %cuts.zero.grid = lshr i32 %cuts.gdim.z, 24",
        "  %cuts.zero.i64 = zext i32 %cuts.zero.grid to i64",
        "  %cuts.zero.i32 = trunc i64 %cuts.zero.i64 to i32",
        "  %r.masked = and i32 %t, 3, !dbg !1",
        "  %r = or i32 %r.masked, %cuts.zero.i32, !dbg !1",
        "  %i = zext nneg i32 %r to i64",
        "  %a = getelementptr inbounds float, ptr %p, i64 %i",
        "  ret i32 0",
      ),
    );
  });

  it("also from numbers of few bits, and in functions that know no grid", () => {
    const ir = [
      "define i32 @f(ptr %p, i8 %t) {",
      "  %i = zext i8 %t to i64",
      "  %a = getelementptr float, ptr %p, i64 %i",
      "}",
    ].join("\n");
    const changed = hideMaskedIndices(ir);
    expect(changed).toContain("load volatile i64");
    expect(changed).toContain("%i = or i64 %i.masked, %cuts.zero.i64");
  });

  it("but no number that leads to no address, and no other mask", () => {
    const ir = region(
      "  %r = and i32 %t, 3",
      "  %s = and i32 %t, 5",
      "  %x = zext i8 %b to i32",
      "  %a = getelementptr float, ptr %p, i32 %s",
      "  ret i32 %r",
    );
    expect(hideMaskedIndices(ir)).toBe(ir);
  });
});
