import { describe, expect, it } from "vitest";
import type { Block, IrFunction } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { printInstruction } from "../../../../compiler/ir/print.js";
import { groupRows, rowsInGroup } from "./row-groups.js";

const LOADS = [0, 1, 2, 3].flatMap((i) => [
  `  %b${i}.at = getelementptr i8, ptr %column, i32 ${64 * i}`,
  `  %b${i} = load float, ptr %b${i}.at, align 4`,
]);
const body = (...lines: string[]): readonly Block[] =>
  blocksOf(
    "cuts.begin:",
    "  %column = getelementptr float, ptr %cuts.shared, i32 %cuts.tid.x",
    "  br label %next",
    "next:",
    ...LOADS,
    ...lines,
    "  ret i32 2",
  );

function blocksOf(...lines: readonly string[]): readonly Block[] {
  const text = `define i32 @region() {\n${lines.join("\n")}\n}\n`;
  return (parseModule(text).functions[0] as IrFunction).blocks;
}

/** The instructions of the one block for several rows. */
function grouped(blocks: readonly Block[], rows: number, width: number): string[] | undefined {
  return groupRows(blocks, rows, width)?.flatMap((b) => b.instructions.map(printInstruction));
}

describe("groupRows", () => {
  it("repeats what depends on the row and keeps the rest", () => {
    const out = grouped(body("  %s = add i32 %cuts.tid.y, 7", "  %u = add i32 %n, 7"), 2, 32);
    expect(out).toContain("%s.row0 = add i32 %cuts.tid.y.row0, 7");
    expect(out).toContain("%s.row1 = add i32 %cuts.tid.y.row1, 7");
    expect(out).toContain("%cuts.thread.row1 = add nuw nsw i32 %cuts.thread, 32");
    expect(out?.filter((l) => l.includes("%u ="))).toEqual(["%u = add i32 %n, 7"]);
    expect(out?.filter((l) => l.includes("%b3 = "))).toHaveLength(1);
    expect(out?.at(-1)).toBe("ret i32 2");
  });

  const row = [0, 1, 2, 3].flatMap((i) => [
    `  %a${i}.at = getelementptr inbounds nuw i8, ptr %row, i32 ${4 * i}`,
    `  %a${i} = load i32, ptr %a${i}.at, align 4, !tbaa !3, !llvm.access.group !5`,
  ]);
  const rowBase = "  %row = getelementptr [16 x i32], ptr %cuts.shared, i32 %cuts.tid.y";

  it("loads neighbours that all columns read as one vector", () => {
    const out = grouped(body(rowBase, ...row), 2, 16);
    expect(out).toContain("%a0.lanes.row1 = load <4 x i32>, ptr %a0.at.row1, align 4, !llvm.access.group !5");
    expect(out).toContain("%a3.row1 = extractelement <4 x i32> %a0.lanes.row1, i32 3");
    expect(out?.join("\n")).not.toContain("= load i32");
  });

  it("leaves single loads where the region writes to memory", () => {
    const out = grouped(body(rowBase, ...row, "  store i32 1, ptr %p"), 2, 16);
    expect(out?.join("\n")).not.toContain("<4 x i32>");
  });

  it("has nothing to do where rows share nothing", () => {
    expect(
      groupRows(blocksOf("cuts.begin:", "  %x = load i32, ptr %p", "  ret i32 1"), 4, 16),
    ).toBeUndefined();
  });

  it.each([
    ["a branch", "  br i1 %c, label %a, label %b"],
    ["a phi of several values", "  %p = phi i32 [ 1, %a ], [ 2, %b ]"],
    ["an atomic", "  %o = atomicrmw add ptr %p, i32 1 seq_cst"],
    ["a volatile load", "  %o = load volatile i32, ptr %p"],
    ["a call", "  %o = call i32 @helper(i32 1)"],
    ["a copy of memory", "  call void @llvm.memcpy.p0.p0.i32(ptr %a, ptr %b, i32 64, i1 false)"],
  ])("refuses %s", (_, line) => {
    expect(groupRows(body(line), 2, 16)).toBeUndefined();
  });

  it("takes a phi of one value for that value", () => {
    const out = grouped(body("  %q = phi i32 [ %cuts.tid.y, %next ]", "  %r = add i32 %q, 1"), 2, 16);
    expect(out).toContain("%r.row1 = add i32 %cuts.tid.y.row1, 1");
  });
});

describe("rowsInGroup", () => {
  it.each([
    [[16, 16, 1], 4],
    [[16, 6, 1], 2],
    [[16, 3, 4], 1],
    [[256, 1, 1], 1],
  ] as const)("%j: %d", (block, rows) => {
    expect(rowsInGroup(block)).toBe(rows);
  });

  it("needs a known size", () => {
    expect(rowsInGroup(undefined)).toBe(1);
  });
});
