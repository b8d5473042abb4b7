import { describe, expect, it } from "vitest";
import { buildCfg } from "../../../../compiler/ir/cfg.js";
import type { IrFunction } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { analyseUniformity } from "./uniformity.js";

function analyse(body: string): { uniform: (name: string) => boolean; together: (label: string) => boolean } {
  const text = `define void @k(i32 %n, ptr %p) {\n${body}\n}\n`;
  const cfg = buildCfg((parseModule(text).functions[0] as IrFunction).blocks);
  const found = analyseUniformity(cfg);
  return {
    uniform: (name) => found.isUniform(name),
    together: (label) => !found.isDivergentBlock(cfg.index.get(`%${label}`) as number),
  };
}

describe("analyseUniformity", () => {
  it.each([
    ["add i32 %n, 1", true],
    ["add i32 %cuts.bid.x, %cuts.bdim.y", true],
    ["add i32 %n, %cuts.tid.x", false],
    ["mul i32 %cuts.tid.z, 0", false],
    ["load i32, ptr %p", true],
    ["load volatile i32, ptr %p", false],
    ["load atomic i32, ptr %p monotonic, align 4", false],
    ["atomicrmw add ptr %p, i32 1 monotonic", false],
    ["cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic", false],
    ["alloca i32", false],
    ["call i32 @llvm.smax.i32(i32 %n, i32 3)", true],
    ["call i32 @llvm.smax.i32(i32 %n, i32 %cuts.tid.y)", false],
    ["call i32 @unknown(i32 %n)", false],
    ["call i32 %p(i32 %n)", false],
    ["call i32 @__cuts_reduce_result()", true],
    ["call i64 @__cuts_warp_result()", false],
    ["call i32 @__cuts_tid_x()", false],
    ["call i32 @__cuts_bid_x()", true],
  ])("%s", (text, uniform) => {
    expect(analyse(`a:\n  %v = ${text}\n  ret void`).uniform("%v")).toBe(uniform);
  });

  it("a load from an address that differs differs", () => {
    const { uniform } = analyse(`a:
  %q = getelementptr i32, ptr %p, i32 %cuts.tid.x
  %v = load i32, ptr %q
  %w = add i32 %v, 1
  ret void`);
    expect(["%q", "%v", "%w"].map(uniform)).toEqual([false, false, false]);
  });

  it("a branch on the thread makes the phis where its ways meet differ, and its arms divergent", () => {
    const { uniform, together } = analyse(`a:
  %c = icmp eq i32 %cuts.tid.x, 0
  br i1 %c, label %b, label %d
b:
  br label %d
d:
  %v = phi i32 [ 0, %a ], [ 1, %b ]
  br label %e
e:
  %w = phi i32 [ %n, %d ]
  ret void`);
    expect(["%v", "%w"].map(uniform)).toEqual([false, true]);
    expect(["a", "b", "d", "e"].map(together)).toEqual([true, false, true, true]);
  });

  it("a branch on the block does neither", () => {
    const { uniform, together } = analyse(`a:
  %c = icmp eq i32 %cuts.bid.x, 0
  br i1 %c, label %b, label %d
b:
  br label %d
d:
  %v = phi i32 [ 0, %a ], [ 1, %b ]
  ret void`);
    expect(uniform("%v")).toBe(true);
    expect(together("b")).toBe(true);
  });

  it("a loop with a uniform bound stays together", () => {
    const { uniform, together } = analyse(`a:
  br label %loop
loop:
  %i = phi i32 [ 0, %a ], [ %next, %loop ]
  %sum = phi i32 [ %cuts.tid.x, %a ], [ %more, %loop ]
  %more = add i32 %sum, 1
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void`);
    expect(["%i", "%next", "%sum", "%more"].map(uniform)).toEqual([true, true, false, false]);
    expect(["loop", "end"].map(together)).toEqual([true, true]);
  });

  it("a loop that threads leave at different times counts differently in each", () => {
    const { uniform, together } = analyse(`a:
  br label %loop
loop:
  %i = phi i32 [ 0, %a ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %cuts.tid.x
  br i1 %again, label %loop, label %end
end:
  %out = add i32 %next, %n
  ret void`);
    expect(["%i", "%next", "%out"].map(uniform)).toEqual([false, false, false]);
    expect(["loop", "end"].map(together)).toEqual([false, true]);
  });

  it("after an early return not all threads are there", () => {
    const { together } = analyse(`a:
  %c = icmp ugt i32 %cuts.tid.x, 5
  br i1 %c, label %gone, label %b
gone:
  ret void
b:
  br label %d
d:
  ret void`);
    expect(["a", "gone", "b", "d"].map(together)).toEqual([true, false, false, false]);
  });

  it("a switch on the thread diverges", () => {
    const { uniform, together } = analyse(`a:
  switch i32 %cuts.tid.x, label %d [
    i32 0, label %b
    i32 1, label %c
  ]
b:
  br label %d
c:
  br label %d
d:
  %v = phi i32 [ 0, %a ], [ 1, %b ], [ 2, %c ]
  ret void`);
    expect(uniform("%v")).toBe(false);
    expect(["b", "c", "d"].map(together)).toEqual([false, false, true]);
  });
});

describe("analyseUniformity among the lanes of a warp", () => {
  const among = (lines: string): ((name: string) => boolean) => {
    const text = `define void @k(i32 %n, ptr %p) {\na:\n${lines}\n  ret void\n}\n`;
    const cfg = buildCfg((parseModule(text).functions[0] as IrFunction).blocks);
    const found = analyseUniformity(cfg, "warp");
    return (name) => found.isUniform(name);
  };

  it.each([
    ["lshr i32 %cuts.tid.x, 5", true],
    ["lshr exact i32 %cuts.tid.x, 6", true],
    ["lshr i32 %cuts.tid.x, 4", false],
    ["udiv i32 %cuts.tid.x, 96", true],
    ["udiv i32 %cuts.tid.x, 48", false],
    ["and i32 %cuts.tid.x, -32", true],
    ["and i32 %cuts.tid.x, 31", false],
    ["icmp ult i32 %cuts.tid.x, 64", true],
    ["icmp ult i32 %cuts.tid.x, 65", false],
    ["icmp samesign ugt i32 %cuts.tid.x, 31", true],
    ["icmp ugt i32 %cuts.tid.x, 32", false],
    ["icmp sge i32 %cuts.tid.x, 32", true],
    ["icmp ule i32 %cuts.tid.x, 63", true],
    ["icmp eq i32 %cuts.tid.x, 0", false],
    ["icmp ult i32 %cuts.tid.x, %n", false],
    ["icmp ult i32 %cuts.thread, 32", false],
    ["add i32 %cuts.tid.y, %cuts.tid.z", true],
    ["sub i32 64, %cuts.tid.x", false],
  ])("%s", (text, uniform) => {
    expect(among(`  %v = ${text}`)("%v")).toBe(uniform);
  });

  it.each([
    ["shl i32 %cuts.tid.y, 6", true],
    ["mul nuw nsw i32 %cuts.bid.x, 96", true],
    ["mul i32 %cuts.bid.x, 48", false],
    ["mul i32 %n, %n", false],
    ["load i32, ptr %p", false],
    ["and i32 %cuts.tid.x, -32", false],
  ])("threadIdx.x plus %s", (base, uniform) => {
    const found = among(`  %b = ${base}\n  %t = add i32 %b, %cuts.tid.x\n  %w = lshr i32 %t, 5`);
    expect([found("%t"), found("%w")]).toEqual([false, uniform]);
  });
});
