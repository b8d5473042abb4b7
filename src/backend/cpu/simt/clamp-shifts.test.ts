import { describe, expect, it } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { clampShifts } from "./clamp-shifts.js";

/** The instructions of a function after the pass. */
const clamped = (...lines: string[]): string[] =>
  printModule(clampShifts(parseModule(`define void @f() {\nentry:\n${lines.join("\n")}\n}`)))
    .trim()
    .split("\n")
    .slice(2, -1)
    .map((line) => line.trim());

describe("clampShifts", () => {
  it("gives 0 where all bits are shifted out", () => {
    expect(clamped("%r = shl i32 %a, %n, !dbg !7", '%"s t" = lshr i64 %b, %m')).toEqual([
      "%shift.0.fits = icmp ult i32 %n, 32, !dbg !7",
      "%shift.0 = shl i32 %a, %n, !dbg !7",
      "%r = select i1 %shift.0.fits, i32 %shift.0, i32 0, !dbg !7",
      "%shift.1.fits = icmp ult i64 %m, 64",
      "%shift.1 = lshr i64 %b, %m",
      '%"s t" = select i1 %shift.1.fits, i64 %shift.1, i64 0',
    ]);
  });

  it("gives the sign where a signed number is shifted to the right", () => {
    expect(clamped("%r = ashr i32 %a, %n")).toEqual([
      "%shift.0.fits = icmp ult i32 %n, 32",
      "%shift.0 = select i1 %shift.0.fits, i32 %n, i32 31",
      "%r = ashr i32 %a, %shift.0",
    ]);
  });

  it("leaves counts that are small, and clamps constants that are not", () => {
    const small = ["%r = shl nuw i32 %a, 31", "%s = lshr i64 %a, 32", "%t = ashr <4 x i32> %v, %n"];
    expect(clamped(...small)).toEqual(small);
    expect(clamped("%r = lshr i32 %a, 32")).toHaveLength(3);
    expect(clamped("%r = shl i32 %a, -1")).toHaveLength(3);
  });
});
