// Whole programs, checked.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as cu from "../../src/index.js";
import { expect, test } from "vitest";
import { sharedPackage } from "../package/shared-package.js";

const source = fileURLToPath(new URL("./programs/saxpy.cu", import.meta.url));

test("a program with a bug says where, and fails", async () => {
  const { exitCode, stdout, stderr } = await cu.program(source, { check: true }).run();
  expect(stderr).toContain("error: global read out of bounds in saxpy");
  expect(stderr).toContain("saxpy.cu:8:");
  expect(stderr).toContain(
    "thread (232,0,0) of block (3,0,0) reads 4 bytes at x[1000], 0 bytes past the end of the 4000-byte allocation made at",
  );
  expect(stdout).toBe("0\n");
  expect(exitCode).toBe(1);
});

test("one without is silent", async () => {
  const fixed = cu.program(source, { check: true, options: ["-DFIXED"] });
  expect(await fixed.run()).toEqual({ exitCode: 0, stdout: "0\n", stderr: "" });
});

// Compiled for this process, it runs with another copy of the package: test/package/built-programs.ts.
test("nor is anything found in one that uses Thrust", async () => {
  const thrust = fileURLToPath(new URL("./programs/thrust.cu", import.meta.url));
  expect(await cu.program(thrust, { check: true }).run()).toEqual({
    exitCode: 0,
    stdout: "1 36\n",
    stderr: "",
  });
});

test("what a functor does in a kernel of Thrust is told at its line, without names of ours", async () => {
  const thrust = fileURLToPath(new URL("./programs/thrust.cu", import.meta.url));
  const { stderr, exitCode } = await cu.program(thrust, { check: true, options: ["-DBUG"] }).run();
  expect(stderr).toMatch(/global read out of bounds in each_kernel<lambda> \(.*thrust\.cu:11:51\)/);
  expect(stderr).toContain("Try: guard the access with if (i + 1 < 8)");
  expect(stderr).not.toContain("/.cuts/");
  expect(exitCode).toBe(1);
});

test("the command line writes reports to files, tells only some kinds, and refuses kinds there are not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cuts-check-test-"));
  const main = join((await sharedPackage()).folder, "dist/cli/main.js");
  const cuts = async (...args: string[]): Promise<{ readonly code: unknown; readonly stderr: string }> => {
    try {
      const { stderr } = await promisify(execFile)(process.execPath, [main, "check", ...args]);
      return { code: 0, stderr };
    } catch (error) {
      return error as { readonly code: unknown; readonly stderr: string };
    }
  };
  try {
    const [json, sarif] = [join(folder, "a.json"), join(folder, "a.sarif")];
    expect(await cuts("--json", json, `--sarif=${sarif}`, source)).toMatchObject({ code: 1 });
    const { reports } = JSON.parse(readFileSync(json, "utf8")) as { reports: cu.CheckReport[] };
    expect(reports.map(({ kind, kernel, line }) => [kind, kernel, line])).toContainEqual([
      "out-of-bounds",
      "saxpy",
      8,
    ]);
    expect(readFileSync(sarif, "utf8")).toContain('"ruleId": "out-of-bounds"');
    expect(await cuts("--only", "race", "--json", json, source)).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(readFileSync(json, "utf8"))).toEqual({ version: 1, reports: [] });
    const refused = await cuts("--only", "races", source);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--only has no kind races (there are out-of-bounds, ");
    const broken = join(folder, "broken.cu");
    writeFileSync(broken, "int main() { return nothing; }\n");
    const uncompiled = await cuts(broken);
    expect(uncompiled.code).toBe(2);
    expect(uncompiled.stderr).toContain("use of undeclared identifier 'nothing'");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("work of the first stream is known to the second, and what is wrong is called by its own names", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cuts-check-test-"));
  try {
    const file = join(folder, "reports.json");
    const path = fileURLToPath(new URL("./programs/first-streams.cu", import.meta.url));
    await cu.program(path, { check: true }).run([], { env: { ...process.env, CUTS_CHECK_REPORTS: file } });
    const reports = JSON.parse(readFileSync(file, "utf8")) as cu.CheckReport[];
    const wanted = readFileSync(path, "utf8")
      .split("\n")
      .flatMap(
        (line, at) =>
          /\/\/ BUG ([a-z-]+)/
            .exec(line)
            ?.slice(1)
            .map((kind) => `${kind}:${at + 1}`) ?? [],
      );
    expect(reports.map(({ kind, line }) => `${kind}:${line}`).sort()).toEqual(wanted.sort());
    const hintOf = (kind: string): string[] => reports.filter((r) => r.kind === kind).map((r) => r.hint);
    expect(hintOf("race")[0]).toContain("let each lane write an element of its own");
    expect(hintOf("leak").sort()).toEqual([
      "free it with cudaDestroyTextureObject",
      "free it with cudaFreeArray",
      "free it with cudaFreeHost",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
