import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IrFunction } from "./ir.js";
import { calleeOf, incoming, successors } from "./ir.js";
import { matching, parseIr, printIr, splitTop } from "./parse-ir.js";

const TEXT = `; ModuleID = 'kernel'
source_filename = "kernel"
target triple = "wasm32-unknown-unknown"

%struct.S = type { i32, [3 x float] }
%"struct.a<int, (b)1>" = type { %struct.S, ptr }
$inline = comdat any

@g = internal global i32 0, align 4
@"quoted name" = linkonce_odr constant [2 x i32] [i32 1, i32 2], comdat, align 4

; Function Attrs: nounwind
define linkonce_odr hidden noundef range(i32 0, 9) i32 @f(i32 noundef %0, ptr noundef readonly byval(%struct.S) align 4 %s, [2 x i32] %pair) local_unnamed_addr #0 comdat !dbg !7 {
  %2 = icmp eq i32 %0, 0, !dbg !8
  br i1 %2, label %3, label %"quoted block", !dbg !8

3:                                                ; preds = %1
    #dbg_value(i32 %0, !1, !DIExpression(), !2)
  call void @llvm.lifetime.start.p0(i64 4, ptr %s)
  switch i32 %0, label %"quoted block" [
    i32 0, label %4
    i32 -1, label %3
  ]

4:
  %5 = load i32, ptr @g, align 4, !tbaa !3, !noalias !4
  br label %"quoted block"

"quoted block":
  %"a b" = phi i32 [ 0, %1 ], [ %5, %4 ], [ 7, %3 ]
  %6 = tail call i32 @"odd f"(i32 %"a b", ptr @"quoted name")
  %7 = getelementptr inbounds %"struct.a<int, (b)1>", ptr %s, i32 0, i32 1
  ret i32 %6
}

declare i32 @"odd f"(i32, ptr) #1

attributes #0 = { nounwind "target-cpu"="generic" }
attributes #1 = { nounwind }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}
`.replaceAll("%1 ]", "%1 ]");

describe("parseIr", () => {
  const module = parseIr(TEXT);
  const f = module.functions[0] as IrFunction;

  it("prints what it parses again the same", () => {
    const once = printIr(module);
    expect(printIr(parseIr(once))).toBe(once);
  });

  it("reads a function's head", () => {
    expect(f.name).toBe("@f");
    expect(f.linkage).toBe("linkonce_odr hidden noundef range(i32 0, 9)");
    expect(f.resultType).toBe("i32");
    expect(f.suffix).toBe("local_unnamed_addr #0");
    expect(f.parameters).toEqual([
      { name: "%num.0", type: "i32", attributes: "noundef" },
      { name: "%s", type: "ptr", attributes: "noundef readonly byval(%struct.S) align 4" },
      { name: "%pair", type: "[2 x i32]", attributes: "" },
    ]);
  });

  it("names numbered values and blocks", () => {
    expect(f.blocks.map((b) => b.label)).toEqual(["%cuts.entry", "%num.3", "%num.4", '%"quoted block"']);
    expect(f.blocks[0]?.instructions.map((i) => i.result)).toEqual(["%num.2", undefined]);
  });

  it("joins the lines of a switch", () => {
    expect(successors(f.blocks[1] as IrFunction["blocks"][number])).toEqual([
      '%"quoted block"',
      "%num.4",
      "%num.3",
    ]);
  });

  it("drops debug records, lifetimes and alias scopes, and keeps other metadata", () => {
    const texts = f.blocks.flatMap((b) => b.instructions.map((i) => i.text));
    expect(texts.some((t) => /dbg|lifetime|noalias/.test(t))).toBe(false);
    expect(texts).toContain("load i32, ptr @g, align 4, !tbaa !3");
  });

  it("reads quoted names, calls and phis; types are no operands", () => {
    const [phi, call, address] = f.blocks[3]?.instructions ?? [];
    expect(phi && incoming(phi).map((p) => p.value)).toEqual(["0", "%num.5", "7"]);
    expect(phi?.result).toBe('%"a b"');
    expect(call && calleeOf(call)).toBe('@"odd f"');
    expect(call?.operands).toEqual(['%"a b"']);
    expect(address?.operands).toEqual(["%s"]);
  });

  it("keeps types, globals, declarations and attributes", () => {
    expect([...module.types.keys()]).toEqual(["%struct.S", '%"struct.a<int, (b)1>"']);
    expect(module.globals).toEqual([
      { name: "@g", text: "internal global i32 0, align 4" },
      { name: '@"quoted name"', text: "linkonce_odr constant [2 x i32] [i32 1, i32 2], align 4" },
    ]);
    expect([...module.declarations.keys()]).toEqual(['@"odd f"']);
    expect(module.attributeGroups.get("#1")).toBe("nounwind");
  });
});

describe("splitTop and matching", () => {
  it("split at commas outside brackets and strings", () => {
    expect(splitTop('i32 1, { i8, i8 } %a, <2 x i32> <i32 1, i32 2>, ptr @"a,b"')).toEqual([
      "i32 1",
      "{ i8, i8 } %a",
      "<2 x i32> <i32 1, i32 2>",
      'ptr @"a,b"',
    ]);
    expect(splitTop("")).toEqual([]);
  });

  it("undo a join of what has no top-level comma", () => {
    const part = fc.constantFrom("i32 %a", "[2 x i32]", "{ i8, { i16, i8 } }", "f(i32 1, (2, 3))", '"x, y"');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(splitTop(parts.join(", "))).toEqual(parts);
        const all = `(${parts.join(", ")})`;
        expect(matching(all, 0)).toBe(all.length - 1);
      }),
      { seed: 7 },
    );
  });

  it("refuse brackets that do not close", () => {
    expect(() => matching("(a, [b]", 0)).toThrow("internal: unbalanced");
  });
});
