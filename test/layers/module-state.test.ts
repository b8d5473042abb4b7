// What modules of src/ remember in variables of their own. The state of the process is declared by processState()
// (core/process-state.ts), so that tests can make it anew, and constants that are found at first use by lazy(). Each variable
// that is left is listed here with its reason.

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/manifest.js";
import { sourceFiles } from "../../tools/source-files.js";

const OWN_PROGRAM = "the state of a program of its own";
const OF_THE_SYSTEM = "follows something of the system or of a library, which cannot be made anew";

/** Variables of modules by file: how many, and why. */
const allowed: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  // A process can join an MPI job once.
  "distributed/init.ts": [1, OF_THE_SYSTEM],
  // The timer of structs that native code holds.
  "interop/dlpack/export-struct.ts": [1, OF_THE_SYSTEM],
  // A process can start Python once.
  "interop/python/bridge.ts": [1, OF_THE_SYSTEM],
  "interop/python/interpreter.ts": [1, OF_THE_SYSTEM],
  "interop/serve/serve-main.ts": [1, OWN_PROGRAM],
  "backend/cpu/program/process/program-main.ts": [1, OWN_PROGRAM],
};

function countedIn(text: string): number {
  return text.match(/^(?:export )?let /gm)?.length ?? 0;
}

const found = new Map(
  sourceFiles("src")
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [
      relative(join(root, "src"), file).replaceAll("\\", "/"),
      countedIn(readFileSync(file, "utf8")),
    ]),
);

it("core, host, ffi, runtime, array and ops have none", () => {
  const folders = /^(?:core|host|ffi|runtime|array|ops)\//;
  expect(Object.keys(allowed).filter((file) => folders.test(file))).toEqual([]);
  expect([...found].filter(([file, count]) => folders.test(file) && count > 0)).toEqual([]);
});

it("others have those that are listed, and no more", () => {
  expect(found.size).toBeGreaterThan(500);
  const more = [...found].filter(([file, count]) => count > (allowed[file]?.[0] ?? 0));
  expect(more).toEqual([]);
});

it("variables are found", () => {
  expect(countedIn("let a = 1;\n  let inner = 2;\nexport let b;\n// let c\nconst d = 3;")).toBe(2);
});
