// The command line as a process: what only a real process shows, of the package as it is published.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedPackage } from "../../test/package/shared-package.js";

const start = promisify(execFile);

const cacheDirectory = mkdtempSync(join(tmpdir(), "cuts-main-"));
afterAll(() => rmSync(cacheDirectory, { recursive: true }));

let main: string;
beforeAll(async () => {
  const built = await sharedPackage();
  main = join(built.folder, "dist/cli/main.js");
  return () => built.remove();
});

function cuts(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, FORCE_COLOR: undefined, CUTS_CACHE_DIR: cacheDirectory };
  return start(process.execPath, [main, ...args], { env });
}

describe("cuts", () => {
  it("ends with 0 and writes to stdout when all is well", async () => {
    const { stdout, stderr } = await cuts("--version");
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(stderr).toBe("");
  });

  it("ends with 2 and writes to stderr when it is not", async () => {
    await expect(cuts("docter")).rejects.toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("(Did you mean doctor?)"),
    });
  });

  it("prints a report that other programs can read", async () => {
    const { stdout } = await cuts("doctor", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ id: "ffi" })]),
    });
    expect(stdout).not.toContain("\u001B");
  });

  it.skipIf(process.platform === "win32")(
    "is content when its reader goes away (skipped: no sh)",
    async () => {
      const line = `{ "${process.execPath}" "${main}" --help; echo "ended with $?" >&2; } | true`;
      expect((await start("sh", ["-c", line])).stderr).toBe("ended with 0\n");
    },
  );
});
