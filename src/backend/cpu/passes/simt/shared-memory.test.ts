import { describe, expect, it } from "vitest";
import type { IrFunction } from "../../../../compiler/ir/module.js";
import { printInstruction } from "../../../../compiler/ir/print.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { layOutShared, replaceSharedReferences } from "./shared-memory.js";

const GLOBALS = `%struct.S = type { i8, double }
@bytes = internal global [3 x i8] undef, align 1
@floats = internal global [4 x float] undef, align 4
@wide = internal global [2 x i32] undef, align 16
@record = internal global %struct.S undef
@dynamic = external global [0 x float], align 4
@other = internal global i32 0
`;

/** The instructions of a body after shared variables became offsets. */
function replaced(body: string): string[] {
  const module = parseModule(`${GLOBALS}define void @k(i32 %i) {\na:\n${body}\n  ret void\n}\n`);
  const used = new Set(["@bytes", "@floats", "@wide", "@record", "@dynamic"]);
  const blocks = (module.functions[0] as IrFunction).blocks;
  return replaceSharedReferences(blocks, layOutShared(module, used)).flatMap((b) =>
    b.instructions.map(printInstruction),
  );
}

describe("layOutShared", () => {
  const module = parseModule(GLOBALS);

  it("places variables in order, each at its alignment", () => {
    const layout = layOutShared(module, new Set(["@bytes", "@floats", "@wide", "@record"]));
    expect([...layout.offsets]).toEqual([
      ["@bytes", 0],
      ["@floats", 4],
      ["@wide", 32],
      ["@record", 40],
    ]);
    expect(layout.byteLength).toBe(64);
  });

  it("leaves out what a kernel does not use", () => {
    expect(layOutShared(module, new Set(["@floats"]))).toEqual({
      offsets: new Map([["@floats", 0]]),
      dynamic: new Set(),
      byteLength: 16,
      gapBytes: 0,
      variables: [{ name: "floats", offset: 0, byteLength: 16 }],
    });
  });

  it("gives extern arrays no place of their own", () => {
    expect(layOutShared(module, new Set(["@dynamic"]))).toEqual({
      offsets: new Map(),
      dynamic: new Set(["@dynamic"]),
      byteLength: 0,
      gapBytes: 0,
      variables: [],
    });
  });

  it("leaves room between variables of code that is watched", () => {
    const layout = layOutShared(module, new Set(["@bytes", "@floats"]), true);
    expect(layout.variables.map(({ offset }) => offset)).toEqual([0, 20]);
    // 3 and 16 bytes: 32 without the gaps, 64 with them.
    expect(layout).toMatchObject({ byteLength: 64, gapBytes: 32 });
  });
});

describe("replaceSharedReferences", () => {
  it("computes each address once, in the first block", () => {
    expect(replaced("  store float 1.0, ptr @floats\n  store float 2.0, ptr @floats")).toEqual([
      "%cuts.sm.0 = getelementptr inbounds i8, ptr %cuts.shared, i32 4",
      "store float 1.0, ptr %cuts.sm.0",
      "store float 2.0, ptr %cuts.sm.0",
      "ret void",
    ]);
  });

  it("has one address for dynamic memory", () => {
    expect(replaced("  %v = load float, ptr @dynamic")).toEqual([
      "%v = load float, ptr %cuts.dynamic",
      "ret void",
    ]);
  });

  it("unfolds constant expressions, inner ones first", () => {
    expect(
      replaced(
        "  %v = load i32, ptr inttoptr (i32 add (i32 ptrtoint (ptr getelementptr inbounds ([2 x i32], ptr @wide, i32 0, i32 1) to i32), i32 4) to ptr)",
      ),
    ).toEqual([
      "%cuts.sm.0 = getelementptr inbounds i8, ptr %cuts.shared, i32 32",
      "%cuts.sm.1 = getelementptr inbounds [2 x i32], ptr %cuts.sm.0, i32 0, i32 1",
      "%cuts.sm.2 = ptrtoint ptr %cuts.sm.1 to i32",
      "%cuts.sm.3 = add i32 %cuts.sm.2, 4",
      "%cuts.sm.4 = inttoptr i32 %cuts.sm.3 to ptr",
      "%v = load i32, ptr %cuts.sm.4",
      "ret void",
    ]);
  });

  it("leaves other variables alone, in constant expressions too", () => {
    const text = "%v = load i32, ptr getelementptr inbounds (i32, ptr @other, i32 1)";
    expect(replaced(`  ${text}`)).toEqual([text, "ret void"]);
  });
});
