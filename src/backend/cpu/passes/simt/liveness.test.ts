import { describe, expect, it } from "vitest";
import { buildCfg } from "../../../../compiler/ir/cfg.js";
import type { IrFunction } from "../../../../compiler/ir/module.js";
import { liveIn } from "./liveness.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";

/** Live values by label, sorted. */
function live(body: string): Record<string, string[]> {
  const f = parseModule(`define void @k(i32 %n, ptr %p) {\n${body}\n}\n`).functions[0] as IrFunction;
  const cfg = buildCfg(f.blocks);
  const sets = liveIn(cfg);
  return Object.fromEntries(cfg.blocks.map((b, i) => [b.label.slice(1), [...(sets[i] ?? [])].toSorted()]));
}

describe("liveIn", () => {
  it("a value lives from its definition to its last use", () => {
    expect(
      live(`
a:
  %x = add i32 %n, 1
  %y = add i32 %x, 1
  br label %b
b:
  br label %c
c:
  store i32 %y, ptr %p
  ret void`),
    ).toEqual({ a: ["%n", "%p"], b: ["%p", "%y"], c: ["%p", "%y"] });
  });

  it("a phi reads at the end of its predecessor, and lives nowhere before its block", () => {
    expect(
      live(`
a:
  %c = icmp slt i32 %n, 0
  %x = add i32 %n, 1
  br i1 %c, label %b, label %d
b:
  %y = mul i32 %x, 2
  br label %d
d:
  %r = phi i32 [ %x, %a ], [ %y, %b ]
  store i32 %r, ptr %p
  ret void`),
    ).toEqual({ a: ["%n", "%p"], b: ["%p", "%x"], d: ["%p"] });
  });

  it("what a loop needs lives through all of it", () => {
    expect(
      live(`
a:
  %k = mul i32 %n, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %a ], [ %next, %latch ]
  %sum = phi i32 [ 0, %a ], [ %more, %latch ]
  br label %latch
latch:
  %more = add i32 %sum, %k
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %more, ptr %p
  ret void`),
    ).toEqual({
      a: ["%n", "%p"],
      loop: ["%k", "%n", "%p"],
      latch: ["%i", "%k", "%n", "%p", "%sum"],
      end: ["%more", "%p"],
    });
  });

  it("two phis that swap each other's value", () => {
    expect(
      live(`
a:
  br label %loop
loop:
  %x = phi i32 [ 0, %a ], [ %y, %loop ]
  %y = phi i32 [ 1, %a ], [ %x, %loop ]
  %c = icmp slt i32 %x, %n
  br i1 %c, label %loop, label %end
end:
  ret void`),
    ).toEqual({ a: ["%n"], loop: ["%n"], end: [] });
  });
});
