// The quick start as a newcomer runs it, on a machine that has Node and nothing else.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const cacheDirectory = mkdtempSync(join(tmpdir(), "cuts-quick-start-"));
afterAll(() => rmSync(cacheDirectory, { recursive: true }));

describe("the quick start", () => {
  it("calls C, shows a mistake caught and says what is not there, with no compiler on the PATH", async () => {
    const env = { HOME: process.env["HOME"], PATH: "", NO_COLOR: "1", CUTS_CACHE_DIR: cacheDirectory };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "examples/quick-start.ts"],
      { cwd: root, env },
    );
    expect(stderr).toBe("");
    expect(stdout).toContain("hypot(3, 4) = 5\n");
    expect(stdout).toContain("frexp(40)   = 0.625 x 2^6\n");
    expect(stdout).toContain("it must be an Int32Array (got Float64Array(1))");
    expect(stdout).toMatch(/\n {3}yes +koffi +\d/);
    expect(stdout).toMatch(/\n {3}no +C compiler +builds native libraries from source\n/);
    expect(stdout).toMatch(/\nNext steps\n/);
  });
});
