import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  codeFolder,
  packageFolder,
  programArguments,
  programUrl,
  useBuiltPrograms,
} from "./package-files.js";

describe("files of the package", () => {
  it("are found from the source tree", () => {
    expect(existsSync(join(packageFolder(), "package.json"))).toBe(true);
    expect(codeFolder()).toBe(join(packageFolder(), "src"));
    expect(existsSync(programUrl("backend/cpu/machine/worker.js"))).toBe(true);
  });

  it("run as programs, from any folder", () => {
    useBuiltPrograms(undefined);
    const args = programArguments("cli/main.ts");
    const { stdout, stderr } = spawnSync(process.execPath, [...args, "--version"], {
      cwd: tmpdir(),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/\d+\.\d+\.\d+/);
  });
});
