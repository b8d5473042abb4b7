// The current directory is removed while a process runs, as happens to a service whose release folder is replaced: what
// needs child processes (the compiler, gcc, a program) still works, or tells what is wrong.

import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { childDirectory, homeDirectory } from "../../src/host/node/child-directory.js";
import * as cu from "../../src/index.js";
import { because, noCompiler, Workshop } from "../build/workshop.js";

// A compiler that starts here, not one that was started before in another directory.
vi.stubEnv("CUTS_COMPILER", "");

const home = process.cwd();
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "cuts-removed-"));
  process.chdir(folder);
  // Node remembers the name, as it does from its start.
  expect(process.cwd()).toContain("cuts-removed-");
  rmdirSync(folder);
});
afterEach(() => process.chdir(home));

const increment = (): string =>
  `extern "C" __global__ void k(int* a) { a[threadIdx.x] += 1; } // ${crypto.randomUUID()}`;

describe("in a directory that was removed", () => {
  it("a kernel that no cache has compiles and runs", async () => {
    using k = cu.kernel(increment(), { device: "cpu" });
    const a = new Int32Array(2);
    await k.run({ grid: 1, block: 2 }, a);
    expect([...a]).toEqual([1, 1]);
  });

  it("a kernel compiles while the caller waits", () => {
    using k = cu.kernel(increment(), { device: "cpu" });
    using a = cu.zeros([2], { dtype: "int32", device: "cpu" });
    k({ grid: 1, block: 2 }, a);
    expect(a.tolistSync()).toEqual([1, 1]);
  });

  it.skipIf(noCompiler !== undefined)(`C is built${because(noCompiler)}`, async () => {
    const shop = new Workshop();
    try {
      const sources = await shop.write("twice.c", `double twice(double x) { return 2 * x; }`);
      using lib = await cu.load<{ twice: (x: number) => number }>({
        sources,
        defines: { A: crypto.randomUUID() },
      });
      expect(lib.twice(4)).toBe(8);
    } finally {
      shop.remove();
    }
  });

  it("a program is told that its directory is gone", async () => {
    const shop = new Workshop();
    try {
      const source = await shop.write("main.cu", "int main() { return 3; }");
      const program = cu.program(source, { device: "cpu" });
      await expect(program.run()).rejects.toMatchObject({
        code: "CUTS_PROGRAM_ARGUMENT",
        message: expect.stringContaining("Cannot run a program: the current directory was removed (got "),
      });
      expect((await program.run([], { cwd: shop.folder })).exitCode).toBe(3);
    } finally {
      shop.remove();
    }
  });

  it("child processes start in a directory that exists", () => {
    expect(childDirectory()).toBe(homeDirectory());
    process.chdir(home);
    expect(childDirectory()).toBe(home);
  });
});
