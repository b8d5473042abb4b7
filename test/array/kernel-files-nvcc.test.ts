// Each .cuh file of built-in kernels compiles by itself, with nvcc where it is installed.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "vitest";
import { kernelFiles } from "../../tools/kernel-files.js";
import { root } from "../../tools/manifest.js";

const hasNvcc = spawnSync("nvcc", ["--version"]).status === 0;

describe.skipIf(!hasNvcc)("nvcc (skipped where it is not installed)", () => {
  const folders = new Set(kernelFiles().map(({ path }) => dirname(path)));

  it.each([...folders])("compiles the .cuh files of %s", (own) => {
    const folder = mkdtempSync(join(tmpdir(), "cuts-kernels-"));
    try {
      const all = join(folder, "all.cu");
      const files = kernelFiles().filter(({ path }) => dirname(path) === own);
      writeFileSync(all, files.map(({ path }) => `#include "${join(root, path)}"\n`).join(""));
      execFileSync("nvcc", ["-c", "-std=c++17", "-o", join(folder, "all.o"), all], { stdio: "pipe" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
