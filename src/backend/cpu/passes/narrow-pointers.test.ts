import { describe, expect, it } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { operandText } from "../../../compiler/ir/print-value.js";
import { FAR_POINTER } from "./simt/far-addresses.js";
import { narrowPointers } from "./narrow-pointers.js";

const MODULE = (body: string, outside = ""): string =>
  [
    'target datalayout = "e-m:e-p:64:64-i64:64-n32:64-S128"',
    'target triple = "wasm64-unknown-unknown"',
    "%struct.node = type { i8, ptr, i32 }",
    outside,
    "define void @k(ptr noundef %a, i64 %i, i32 %j) {",
    "entry:",
    body,
    "  ret void",
    "}",
  ].join("\n");

const NONE = parseModule("");

const linesOf = (body: string, outside = ""): string[] =>
  printModule(narrowPointers(parseModule(MODULE(body, outside))) ?? NONE)
    .split("\n")
    .map((line) => line.trim());

describe("narrowPointers", () => {
  it("makes IR for wasm32 that says how wide pointers are in memory", () => {
    const lines = linesOf("");
    expect(lines).toContain('target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"');
    expect(lines).toContain('target triple = "wasm32-unknown-unknown"');
    expect(lines).toContain("%struct.node = type { i8, i64, i32 }");
    expect(lines).toContain("!cuts.lp64 = !{}");
  });

  it("reads and writes pointers as 8 bytes, and traps where one does not fit", () => {
    const lines = linesOf(
      "  %p = load ptr, ptr %a, align 8, !nonnull !4, !tbaa !3\n  store ptr %p, ptr %a, align 8",
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        "%wide.0 = load i64, ptr %a, align 8, !tbaa !3",
        "%wide.0.fits = icmp ult i64 %wide.0, 4294967296",
        `%p = select i1 %wide.0.fits, ptr %wide.0.at, ptr ${operandText(FAR_POINTER)}`,
        "%wide.1 = ptrtoint ptr %p to i64",
        "store i64 %wide.1, ptr %a, align 8",
      ]),
    );
  });

  it("leaves variables that only this function knows, and no others", () => {
    const own =
      "  %x = alloca ptr, align 8\n  store ptr %a, ptr %x, align 8\n  %p = load ptr, ptr %x, align 8";
    expect(linesOf(own)).toEqual(
      expect.arrayContaining(["%x = alloca ptr, align 8", "%p = load ptr, ptr %x, align 8"]),
    );
    expect(linesOf(`${own}\n  call void @f(ptr %x)`)).toContain("%x = alloca i64, align 8");
    // A pointer that is stored in itself has an address that others may get.
    expect(linesOf("  %x = alloca ptr, align 8\n  store ptr %x, ptr %x, align 8")).toContain(
      "%x = alloca i64, align 8",
    );
  });

  it("guards indices of 64 bits, and none that come from fewer", () => {
    const wide = linesOf("  %p = getelementptr inbounds ptr, ptr %a, i64 %i");
    expect(wide).toContain("%far.0.address = getelementptr inbounds i64, ptr %a, i64 %i");
    expect(wide).toContain("%far.0.moved = add i64 %i, 536870912");
    const narrow = linesOf("  %x = sext i32 %j to i64\n  %p = getelementptr inbounds float, ptr %a, i64 %x");
    expect(narrow).toContain("%p = getelementptr inbounds float, ptr %a, i64 %x");
  });

  it("says nothing of wrapping where a constant index moves by half of the memory, and leads nowhere beyond all of it", () => {
    const at = (index: string) => linesOf(`  %p = getelementptr inbounds nuw float, ptr %a, i64 ${index}`);
    expect(at("536870911")).toContain("%p = getelementptr inbounds nuw float, ptr %a, i64 536870911");
    expect(at("536870912")).toContain("%p = getelementptr float, ptr %a, i64 536870912");
    for (const index of ["1073741824", "1099511627776", "-1073741824"]) {
      expect(at(index)).toContain("%p = getelementptr float, ptr inttoptr (i32 -524288 to ptr), i64 0");
    }
  });

  it("passes pointers among variable arguments as 8 bytes", () => {
    const lines = linesOf(
      "  %r = call i32 (ptr, ...) @__cuts_printf(ptr noundef @.str, i32 1, ptr noundef %a) #2",
    );
    expect(lines).toContain("%wide.0 = ptrtoint ptr %a to i64");
    expect(lines).toContain(
      "%r = call i32 (ptr, ...) @__cuts_printf_lp64(ptr noundef @.str, i32 1, i64 %wide.0) #2",
    );
  });

  it("lays constants out with addresses of 4 bytes and zeros", () => {
    const lines = linesOf(
      "",
      [
        "@none = addrspace(7) global ptr null, align 8",
        "@two = constant [2 x ptr] [ptr @f, ptr null], align 8",
        "@one = global %struct.node { i8 1, ptr getelementptr (i8, ptr @s, i64 4), i32 2 }, align 8",
        "@type = constant { ptr addrspace(7), i32 } { ptr addrspace(7) getelementptr (ptr, ptr addrspace(7) @none, i64 2), i32 1 }",
        "@llvm.used = appending global [1 x ptr] [ptr @two]",
      ].join("\n"),
    );
    expect(lines).toContain("@none = addrspace(7) global i64 0, align 8");
    expect(lines).toContain(
      "@two = constant [2 x { ptr, i32 }] [{ ptr, i32 } { ptr @f, i32 0 }, { ptr, i32 } { ptr null, i32 0 }], align 8",
    );
    expect(lines).toContain(
      "@one = global <{ i8, [7 x i8], { ptr, i32 }, i32, [4 x i8] }> <{ i8 1, [7 x i8] zeroinitializer, { ptr, i32 } { ptr getelementptr (i8, ptr @s, i64 4), i32 0 }, i32 2, [4 x i8] zeroinitializer }>, align 8",
    );
    expect(lines).toContain(
      "@type = constant <{ { ptr addrspace(7), i32 }, i32, [4 x i8] }> <{ { ptr addrspace(7), i32 } { ptr addrspace(7) getelementptr (i64, ptr addrspace(7) @none, i64 2), i32 0 }, i32 1, [4 x i8] zeroinitializer }>",
    );
    expect(lines).toContain("@llvm.used = appending global [1 x ptr] [ptr @two]");
  });

  it.each([
    "  %v = load <2 x ptr>, ptr %a, align 16",
    "  %v = load ptr addrspace(7), ptr %a, align 8",
    "  %v = cmpxchg ptr %a, ptr %a, ptr %a seq_cst seq_cst",
    "  %v = extractvalue %struct.node %n, 1",
    "  %v = call ptr @llvm.ptrmask.p0.i64(ptr %a, i64 -8)",
  ])("leaves alone what it does not know: %s", (line) => {
    expect(narrowPointers(parseModule(MODULE(line)))).toBeUndefined();
  });
});
