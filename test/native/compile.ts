// Compiles C for tests, with whatever compiler the machine has. No compiler is no failure: the tests that need one are
// skipped, and `noCompiler` says why.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const compiler = [process.env["CC"], "cc", "gcc", "clang"].find((command) => {
  if (command === undefined || command === "") return false;
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

/** Why tests that compile C are skipped; undefined where a compiler is there. */
export const noCompiler: string | undefined =
  compiler === undefined ? "no C compiler on this machine" : undefined;

/** Compiles C to a shared library in a new folder and returns its path; the folder is removed when the process ends. */
export function compileLibrary(name: string, source: string, flags: readonly string[] = []): string {
  if (compiler === undefined) throw new Error("internal: compileLibrary without a compiler");
  const folder = mkdtempSync(join(tmpdir(), "cuts-test-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const input = join(folder, `${name}.c`);
  const output = join(folder, `lib${name}.so`);
  writeFileSync(input, source);
  execFileSync(compiler, [
    "-std=gnu11",
    "-O1",
    "-Wall",
    "-Werror",
    "-shared",
    "-fPIC",
    "-o",
    output,
    input,
    ...flags,
  ]);
  return output;
}

/** Runs the compiler on C from standard input, with `-` for it among the arguments; what it says comes back. */
export function runCompiler(
  args: readonly string[],
  source: string,
): { ok: boolean; out: string; err: string } {
  if (compiler === undefined) throw new Error("internal: runCompiler without a compiler");
  const { status, stdout, stderr } = spawnSync(compiler, args, {
    input: source,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return { ok: status === 0, out: stdout, err: stderr };
}
