// The package brings along what the compiler makes for everybody, so a first compilation makes nothing but the kernel.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shipCompiler } from "../../tools/ship-compiler.js";
import { type BuiltPackage, buildPackage } from "./built-package.js";

const program = fileURLToPath(new URL("../../bench/compile/first-launch.mjs", import.meta.url));
const source = fileURLToPath(new URL("../../bench/compile/bias-gelu.cu", import.meta.url));

describe("the shipped files of the compiler", () => {
  let built: BuiltPackage;
  let cache: string;
  beforeAll(async () => {
    cache = mkdtempSync(join(tmpdir(), "cuts-shipped-"));
    built = await buildPackage();
    await shipCompiler(join(built.folder, "dist"));
  });
  afterAll(async () => {
    rmSync(cache, { recursive: true });
    await built.remove();
  });

  it("leave the kernel alone to be compiled with an empty cache", () => {
    const env = { ...process.env, CUTS_CACHE_DIR: cache };
    execFileSync(process.execPath, [program, built.index, source], { env });
    expect(entriesOf(cache)).toHaveLength(1);
  });

  it("leave programs alone to be compiled, the first of them in C++ with what it includes", () => {
    const ownCache = join(cache, "of-programs");
    const env = { ...process.env, CUTS_CACHE_DIR: ownCache };
    const cli = join(built.folder, "dist/cli/main.js");
    for (const name of ["hello", "saxpy"]) {
      const path = fileURLToPath(new URL(`../programs/${name}`, import.meta.url));
      const stdout = execFileSync(process.execPath, [cli, "run", "--device", "cpu", `${path}.cu`], { env });
      expect(stdout.toString()).toBe(readFileSync(`${path}.out`, "utf8"));
    }
    // Two files of each program, and that one was compiled without the precompiled headers of C++.
    expect(entriesOf(ownCache)).toHaveLength(5);
  });

  it("take less than 6 MB", () => {
    const folder = join(built.folder, "dist/compiler/shipped");
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6e6);
  });
});

function entriesOf(cache: string): readonly string[] {
  return readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^[0-9a-f]{2}[\\/][0-9a-f]+$/.test(path),
  );
}
