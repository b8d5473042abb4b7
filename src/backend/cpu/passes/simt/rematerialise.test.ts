import { describe, expect, it } from "vitest";
import { buildCfg } from "../../../../compiler/ir/cfg.js";
import { Cursor } from "../../../../compiler/ir/cursor.js";
import type { IrFunction } from "../../../../compiler/ir/module.js";
import { parseInstruction } from "../../../../compiler/ir/parse-instruction.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { computationOf, isPure, rematerialisable } from "./rematerialise.js";

describe("isPure", () => {
  it.each([
    ["add nsw i32 %a, %b", true],
    ["fdiv float %a, %b", true],
    ["getelementptr inbounds i32, ptr %p, i32 %i", true],
    ["select i1 %c, i32 %a, i32 %b", true],
    ["sdiv i32 %a, 3", true],
    ["urem i32 %a, 16", true],
    ["sdiv i32 %a, %b", false],
    ["urem i32 %a, %b", false],
    ["sdiv i32 7, %b", false],
    ["udiv i32 %a, 0", false],
    ["sdiv i32 %a, -1", false],
    ["tail call i32 @llvm.umin.i32(i32 %a, i32 %b)", true],
    ["call float @llvm.sqrt.f32(float %a)", true],
    ["call i32 @f(i32 %a)", false],
    ["load i32, ptr %p", false],
    ["phi i32 [ 0, %a ], [ 1, %b ]", false],
    ["alloca i32", false],
  ])("%s", (text, pure) => {
    expect(isPure(parseInstruction(new Cursor(`%x = ${text}`)))).toBe(pure);
  });
});

describe("rematerialisable", () => {
  const f = parseModule(`define void @k(i32 %n, ptr %p) {
a:
  %i = add i32 %n, %cuts.tid.x
  %j = mul i32 %i, 3
  %l = load i32, ptr %p
  %m = add i32 %l, %j
  %q = sdiv i32 %j, %n
  %r = add i32 %q, 1
  ret void
}
`).functions[0] as IrFunction;
  const found = rematerialisable(buildCfg(f.blocks), new Set(["%n", "%p"]));

  it("is what comes from parameters and coordinates alone", () => {
    expect([...found.keys()]).toEqual(["%i", "%j"]);
  });

  it("lists operands before their users, each once", () => {
    expect(computationOf(["%j", "%i", "%m"], found).map((i) => i.result)).toEqual(["%i", "%j"]);
  });
});
