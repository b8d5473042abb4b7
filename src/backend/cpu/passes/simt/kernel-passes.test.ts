// A kernel between its passes is printed and verified as a module of its own.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { verify } from "../../../../compiler/ir/verify.js";
import { IrDump } from "../dump-ir.js";
import { kernelPasses } from "./kernel-passes.js";
import { lowerModule } from "./lower-module.js";

const MODULE = parseModule(`target triple = "wasm32-unknown-unknown"
@tile = internal addrspace(9) global [32 x i32] undef, align 4
declare i32 @__cuts_tid_x()
declare void @__cuts_barrier()
declare i64 @__cuts_warp_op(i32, i32, i64, i32)
define internal i32 @twice(i32 %x) noinline {
  %y = add i32 %x, %x
  ret i32 %y
}
define void @swap(ptr %data) #0 {
entry:
  %t = call i32 @__cuts_tid_x()
  %from = getelementptr i32, ptr %data, i32 %t
  %value = load i32, ptr %from
  %own = getelementptr [32 x i32], ptr addrspace(9) @tile, i32 0, i32 %t
  store i32 %value, ptr addrspace(9) %own
  call void @__cuts_barrier()
  %lane = xor i32 %t, 1
  %other = getelementptr [32 x i32], ptr addrspace(9) @tile, i32 0, i32 %lane
  %got = load i32, ptr addrspace(9) %other
  %doubled = call i32 @twice(i32 %got)
  %wide = zext i32 %doubled to i64
  %sum = call i64 @__cuts_warp_op(i32 3, i32 -1, i64 %wide, i32 0)
  store i64 %sum, ptr %from
  ret void
}
attributes #0 = { "uniform-work-group-size"="true" }
`);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cuts-dump-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("each pass over a kernel writes the kernel as a module that can be read and verified", () => {
  lowerModule(MODULE, new IrDump("swap.cu", folder));
  const files = readdirSync(join(folder, "swap.cu"));
  expect(files).toEqual([
    "01-prepare-ir.ll",
    "02-address-spaces.ll",
    "03-kernel-numbers.ll",
    "04-swap.stack-limit.ll",
    "05-swap.parameter-names.ll",
    "06-swap.plain-sums.ll",
    "07-swap.name-coordinates.ll",
    "08-swap.shared-memory.ll",
    "09-swap.lockstep.ll",
    "10-swap.yield-in-loops.ll",
    "11-swap.split-waits.ll",
    "12-swap.stride-loops.ll",
    "13-swap.private-memory.ll",
  ]);
  for (const file of files) {
    const text = readFileSync(join(folder, "swap.cu", file), "utf8");
    expect(() => verify(parseModule(text), file)).not.toThrow();
  }
  const after = (file: string): string => readFileSync(join(folder, "swap.cu", file), "utf8");
  expect(after("07-swap.name-coordinates.ll")).toContain("getelementptr i32, ptr %data, i32 %cuts.tid.x");
  expect(after("11-swap.split-waits.ll")).toContain("declare i64 @__cuts_warp_result()");
});

it("threads that run one after the other have no loops of the block", () => {
  const names = (isWatched: boolean): string[] =>
    kernelPasses({ isWatched, isOrdered: false }).map(({ name }) => name);
  expect(names(false)).toContain("stride-loops");
  expect(names(true)).not.toContain("stride-loops");
});
