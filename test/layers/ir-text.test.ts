// LLVM IR is parsed once, by src/compiler/ir. No other file reads its text, or the names in it, with regular expressions. Files that
// do are listed with how many they have and why.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/manifest.js";
import { sourceFiles } from "../../tools/source-files.js";
import { regularExpressionsIn } from "./regular-expressions.js";

/** Where IR goes through. */
const FOLDERS = ["src/backend/cpu", "src/compiler/clang"];
/** Files that read other texts than IR: PTX, sources in C++, messages, stack traces, formats of printf. */
const OTHER_TEXTS = [
  "src/backend/cpu/machine",
  "src/backend/cpu/blas",
  "src/backend/cpu/checking",
  "src/backend/cpu/program/instance/run-program",
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
  // They read PTX.
  ["src/backend/cpu/passes/inline-ptx.ts", 2],
]);

it("only src/compiler/ir reads the text of LLVM IR with regular expressions", () => {
  const found = new Map<string, number>();
  for (const file of FOLDERS.flatMap((folder) => sourceFiles(folder))) {
    const name = relative(root, file).replaceAll("\\", "/");
    if (OTHER_TEXTS.some((start) => name.startsWith(start))) continue;
    const patterns = regularExpressionsIn(readFileSync(file, "utf8")).filter((source) => LLVM.test(source));
    if (patterns.length > 0) found.set(name, patterns.length);
  }
  expect(found).toEqual(REMAINING);
});
