// Whole programs, checked.

import { fileURLToPath } from "node:url";
import * as cu from "../../src/index.js";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("./programs/saxpy.cu", import.meta.url));

test("a program with a bug says where, and fails", async () => {
  const { exitCode, stdout, stderr } = await cu.program(source, { check: true }).run();
  expect(stderr).toContain("error: global read out of bounds in saxpy");
  expect(stderr).toContain("saxpy.cu:8:");
  expect(stderr).toContain(
    "thread (232,0,0) of block (3,0,0) reads 4 bytes at x[1000], 0 bytes past the end of the 4000-byte allocation",
  );
  expect(stdout).toBe("0\n");
  expect(exitCode).toBe(1);
});

test("one without is silent", async () => {
  const fixed = cu.program(source, { check: true, options: ["-DFIXED"] });
  expect(await fixed.run()).toEqual({ exitCode: 0, stdout: "0\n", stderr: "" });
});
