import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { IrDump } from "./dump-ir.js";
import { makeFacts, runPasses } from "./pass.js";
import { firstPasses } from "./pipeline.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cuts-dump-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MODULE = parseModule(`target triple = "wasm64-unknown-unknown"
define i32 @shift(i32 %a, i32 %n) {
entry:
  %r = shl i32 %a, %n
  ret i32 %r
}
`);

/** Compiles as far as clang's optimiser. */
function run(dump: IrDump): void {
  runPasses(firstPasses({}), MODULE, makeFacts("kernel.cu", String), dump);
}

it("the IR after each pass is a numbered file, in a folder for each compile", () => {
  run(new IrDump("/sources/kernel.cu", folder));
  run(new IrDump("/sources/kernel.cu", folder));
  expect(readdirSync(folder).toSorted()).toEqual(["kernel.cu", "kernel.cu.2"]);
  expect(readdirSync(join(folder, "kernel.cu")).toSorted()).toEqual([
    "01-only-kernels.ll",
    "02-short-locals.ll",
    "03-narrow-pointers.ll",
    "04-clamp-shifts.ll",
    "05-keep-wait-loops.ll",
    "06-keep-calls.ll",
  ]);
  const text = (file: string): string => readFileSync(join(folder, "kernel.cu", file), "utf8");
  expect(text("03-narrow-pointers.ll")).toContain("%r = shl i32 %a, %n\n");
  expect(text("04-clamp-shifts.ll")).toContain("%shift.0.fits = icmp ult i32 %n, 32\n");
});

it("without a folder nothing is written", () => {
  run(new IrDump("kernel.cu", undefined));
  run(new IrDump("kernel.cu", ""));
  expect(readdirSync(folder)).toEqual([]);
});
