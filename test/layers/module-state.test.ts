// What modules of src/ remember in variables of their own. The state of the process is declared by processState()
// (core/process-state.ts), so that tests can make it anew, and constants that are found at first use by lazy(). Each variable
// that is left is listed here with its reason.

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/manifest.js";
import { sourceFiles } from "../../tools/source-files.js";

const FOUND_ONCE = "found or opened once, for as long as the process lives";
const OWN_PROGRAM = "the state of a program of its own";
const OF_THE_SYSTEM = "follows something of the system or of a library, which cannot be made anew";

/** Variables of modules by file: how many, and why. */
const allowed: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  "backend/cpu/checking/fast-path.ts": [1, FOUND_ONCE],
  "backend/cpu/compile-request.ts": [1, FOUND_ONCE],
  "backend/cpu/program/compile/compile-program.ts": [1, FOUND_ONCE],
  "backend/cpu/program/compile/spare-headers.ts": [1, OWN_PROGRAM],
  "backend/cpu/program/cudart/handle-table.ts": [1, OWN_PROGRAM],
  "backend/cpu/program/process/program-main.ts": [1, OWN_PROGRAM],
  "backend/cuda/compile/open-source.ts": [1, FOUND_ONCE],
  "backend/cuda/cuda-driver.ts": [1, FOUND_ONCE],
  "backend/cuda/device-context.ts": [1, OF_THE_SYSTEM],
  "backend/cuda/libraries/cusolver-handle.ts": [1, FOUND_ONCE],
  "backend/cuda/libraries/gemm-call.ts": [2, FOUND_ONCE],
  "build/addon/native-place.ts": [1, OF_THE_SYSTEM],
  "build/toolchain/build-lock.ts": [1, FOUND_ONCE],
  "build/toolchain/run-tool.ts": [1, OF_THE_SYSTEM],
  "build/toolchain/temporary-folder.ts": [1, FOUND_ONCE],
  "compiler/cache/compile-cache.ts": [1, FOUND_ONCE],
  "compiler/clang/clang.ts": [1, FOUND_ONCE],
  "compiler/prebuilt.ts": [1, FOUND_ONCE],
  "distributed/init.ts": [1, OF_THE_SYSTEM],
  "interop/dlpack/export-struct.ts": [1, OF_THE_SYSTEM],
  "interop/dlpack/from-dlpack.ts": [1, FOUND_ONCE],
  "interop/python/bridge.ts": [1, FOUND_ONCE],
  "interop/python/interpreter.ts": [1, FOUND_ONCE],
  "interop/serve/serve-main.ts": [1, OWN_PROGRAM],
  "native/kept-signals.ts": [3, OF_THE_SYSTEM],
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
