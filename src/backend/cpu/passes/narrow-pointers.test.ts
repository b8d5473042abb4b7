import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Interpreter } from "../../../../test/ir/interpret.js";
import type { IrModule } from "../../../compiler/ir/module.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { operandText } from "../../../compiler/ir/print-value.js";
import { verify } from "../../../compiler/ir/verify.js";
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

/** Functions with pointers in memory, in locals, in constants and as parameters; `%a` points to an array of nodes. */
const RUNS = `target datalayout = "e-m:e-p:64:64-i64:64-n32:64-S128"
target triple = "wasm64-unknown-unknown"
%struct.node = type { i8, ptr, i32 }
@table = constant [2 x ptr] [ptr @first, ptr @second], align 8
@first = global i32 11, align 4
@second = global i32 22, align 4
define i32 @walk(ptr %a, i64 %count) {
entry:
  br label %loop
loop:
  %at = phi ptr [ %a, %entry ], [ %next, %more ]
  %i = phi i64 [ 0, %entry ], [ %j, %more ]
  %sum = phi i32 [ 0, %entry ], [ %added, %more ]
  %number = getelementptr %struct.node, ptr %at, i32 0, i32 2
  %value = load i32, ptr %number, align 4
  %added = add i32 %sum, %value
  %link = getelementptr %struct.node, ptr %at, i32 0, i32 1
  %next = load ptr, ptr %link, align 8
  %j = add i64 %i, 1
  %ends = icmp eq ptr %next, null
  %enough = icmp uge i64 %j, %count
  %stop = or i1 %ends, %enough
  br i1 %stop, label %end, label %more
more:
  br label %loop
end:
  ret i32 %added
}
define void @link(ptr %a, i64 %i, i64 %j) {
entry:
  %from = getelementptr inbounds %struct.node, ptr %a, i64 %i
  %to = getelementptr inbounds %struct.node, ptr %a, i64 %j
  %link = getelementptr %struct.node, ptr %from, i32 0, i32 1
  store ptr %to, ptr %link, align 8
  ret void
}
define i64 @apart(ptr %a, i64 %i) {
entry:
  %own = alloca ptr, align 8
  %p = getelementptr i32, ptr %a, i64 %i
  store ptr %p, ptr %own, align 8
  %q = load ptr, ptr %own, align 8
  %x = ptrtoint ptr %q to i64
  %y = ptrtoint ptr %a to i64
  %d = sub i64 %x, %y
  ret i64 %d
}
define i32 @constant(i64 %i) {
entry:
  %at = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
  %p = load ptr, ptr %at, align 8
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define i32 @far(ptr %a, i64 %i) {
entry:
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %p, align 4
  ret i32 %v
}`;

describe("code with narrow pointers computes what it did", () => {
  const before = parseModule(RUNS);
  const after = narrowPointers(before) ?? NONE;
  verify(after, "narrow-pointers");
  const NODES = 6;
  const SIZE = 24;

  /** Calls functions one after the other over an array of nodes; what each gives, and the array at the end. */
  function run(module: IrModule, calls: readonly (readonly [string, ...bigint[]])[]): unknown {
    const interpreter = new Interpreter(module);
    const { memory } = interpreter;
    // Far enough from address 0 that no index here leads below it.
    memory.allocate(1024);
    const nodes = memory.allocate(NODES * SIZE);
    const view = new DataView(memory.bytes.buffer);
    for (let i = 0; i < NODES; i++) view.setInt32(nodes + i * SIZE + 16, 10 ** i, true);
    const results = calls.map(([name, ...args]) =>
      interpreter.call(name, name === "@constant" ? args : [BigInt(nodes), ...args]),
    );
    // Where the array lies may differ.
    const links = Array.from({ length: NODES }, (_, i) => view.getBigUint64(nodes + i * SIZE + 8, true));
    return { results, links: links.map((link) => (link === 0n ? "none" : Number(link) - nodes)) };
  }

  it("with pointers in memory, in locals and in constants", () => {
    const node = fc.bigInt(0n, BigInt(NODES - 1));
    const call = fc.oneof(
      fc.tuple(fc.constant("@link"), node, node),
      fc.tuple(fc.constant("@walk"), fc.bigInt(0n, 9n)),
      fc.tuple(
        fc.constant("@apart"),
        fc.bigInt(-100n, 100n).map((i) => BigInt.asUintN(64, i)),
      ),
      fc.tuple(fc.constant("@constant"), fc.bigInt(0n, 1n)),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 8 }), (calls) => {
        expect(run(after, calls)).toEqual(run(before, calls));
      }),
      { seed: 5 },
    );
  });

  it("an index that leads beyond memory reads nothing, instead of what lies there modulo 4 GiB", () => {
    for (const i of [1n << 30n, 1n << 40n]) {
      for (const module of [before, after]) expect(() => run(module, [["@far", i]])).toThrow("an access at");
    }
  });
});
