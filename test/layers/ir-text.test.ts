// LLVM IR is parsed once, by src/compiler/ir. No other file reads its text, or the names in it, with regular expressions. Files that
// still do stand here with how many they may have; the numbers only get smaller.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/manifest.js";
import { sourceFiles } from "../../tools/source-files.js";
import { regularExpressionsIn } from "./regular-expressions.js";

/** Where IR goes through. */
const FOLDERS = ["src/backend/cpu", "src/program/checking", "src/compiler/clang"];
/** Files that read other texts than IR: PTX, sources in C++, messages, formats of printf. */
const OTHER_TEXTS = [
  "src/backend/cpu/machine",
  "src/backend/cpu/blas",
  "src/backend/cpu/checking",
  "src/backend/cpu/ptx/translate-",
  "src/backend/cpu/ptx/parse-",
  "src/backend/cpu/ptx/instruction",
  "src/compiler/clang/asm-constraints",
  "src/compiler/clang/refused-features",
];

/** What the patterns of IR have in them: names with their sigils, metadata, types and words of instructions. */
const LLVM =
  /%|@|!\\?d|!\(|!\w+\.|\b(?:define|declare|attributes|target triple|source_filename|getelementptr|alloca|atomicrmw|cmpxchg|icmp|load|store|fence|phi|call|invoke|switch|select|inttoptr|ptrtoint|addrspace(?:cast)?|zext|sext|zeroinitializer|undef|noundef|alwaysinline|noinline|atomic|volatile|ptr|asm|br|ret|label|metadata|DI[A-Z]\w+)\b|\bi(?:1|8|16|32|64|\\d|\(\\d)/;

const REMAINING: ReadonlyMap<string, number> = new Map([
  ["src/backend/cpu/simt/constant-shuffle.ts", 2],
  ["src/backend/cpu/simt/emit-region.ts", 1],
  ["src/backend/cpu/simt/failed-swaps.ts", 6],
  ["src/backend/cpu/simt/give-turns.ts", 1],
  // These two read PTX.
  ["src/backend/cpu/simt/inline-ptx.ts", 2],
  ["src/backend/cpu/simt/kernel-facts.ts", 5],
  ["src/backend/cpu/simt/lane-exchanges.ts", 2],
  ["src/backend/cpu/simt/lane-values.ts", 8],
  ["src/backend/cpu/simt/lockstep.ts", 4],
  ["src/backend/cpu/simt/lower-kernel.ts", 1],
  ["src/backend/cpu/simt/parameter-names.ts", 1],
  ["src/backend/cpu/simt/range-split.ts", 7],
  ["src/backend/cpu/simt/rematerialise.ts", 1],
  ["src/backend/cpu/simt/row-groups.ts", 10],
  ["src/backend/cpu/simt/row-values.ts", 4],
  ["src/backend/cpu/simt/shared-memory.ts", 1],
  ["src/backend/cpu/simt/stride-loops.ts", 5],
  ["src/backend/cpu/simt/uniformity.ts", 2],
  ["src/backend/cpu/simt/waiting-loops.ts", 3],
  ["src/backend/cpu/simt/warp-values.ts", 4],
  ["src/compiler/clang/ascii-names.ts", 1],
  ["src/compiler/clang/device-target.ts", 1],
]);

it("only src/compiler/ir reads the text of LLVM IR with regular expressions", () => {
  const tooMany: string[] = [];
  for (const file of FOLDERS.flatMap((folder) => sourceFiles(folder))) {
    const name = relative(root, file).replaceAll("\\", "/");
    if (OTHER_TEXTS.some((start) => name.startsWith(start))) continue;
    const patterns = regularExpressionsIn(readFileSync(file, "utf8")).filter((source) => LLVM.test(source));
    if (patterns.length > (REMAINING.get(name) ?? 0)) tooMany.push(`${name}: ${patterns.join("   ")}`);
  }
  expect(tooMany).toEqual([]);
});
