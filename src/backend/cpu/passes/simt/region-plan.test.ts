import { describe, expect, it } from "vitest";
import { Layout } from "../../../../compiler/ir/layout.js";
import type { IrFunction } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { planRegions } from "./region-plan.js";

const TWO_WAITS = [
  { kind: "barrier", from: "%a", to: "%b" },
  { kind: "barrier", from: "%c", to: "%d" },
] as const;

/** The offsets of the values of a loop with two waits, `last` being what its end still reads. */
function offsets(last: string): Map<string, number> {
  const text = `define void @k(i32 %n, ptr %p) {
entry:
  %v = load i32, ptr %p
  %w = add i32 %v, %cuts.tid.x
  br label %a
a:
  %x = phi i32 [ %w, %entry ], [ %y, %d ]
  call void @__cuts_wait()
  br label %b
b:
  %l = load i32, ptr %p
  %y = add i32 %x, %l
  br label %c
c:
  call void @__cuts_wait()
  br label %d
d:
  store i32 ${last}, ptr %p
  %more = icmp slt i32 %l, %n
  br i1 %more, label %a, label %end
end:
  ret void
}
`;
  const { blocks } = parseModule(text).functions[0] as IrFunction;
  const plan = planRegions({ blocks, syncs: TWO_WAITS }, new Set(["%n", "%p"]), new Layout(new Map(), 4), 0);
  expect(plan.together).toBe("block");
  return new Map([...plan.slots.values()].map((s) => [s.name, s.offset]));
}

describe("planRegions", () => {
  it("gives a value and the next one of its loop one place", () => {
    const places = offsets("%y");
    expect(places.get("%x")).toBe(places.get("%y"));
  });

  it("keeps them apart where both live across a wait", () => {
    const places = offsets("%x");
    expect(places.get("%x")).not.toBe(places.get("%y"));
  });
});
