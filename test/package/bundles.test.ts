// A program that a bundler has put into one file, with CuTS inside: beside node_modules it works, without them it says what is missing.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink } from "node:fs/promises";

import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedPackage } from "./shared-package.js";

const run = promisify(execFile);
const program = `
  import * as cu from "cuts";
  const parts = [() => cu.cutsVersion(), () => cu.dlopen(null, { abs: "int(int x)" }).abs(-42), () => cu.fft.fft(cu.zeros([0]))];
  for (const part of parts) {
    try { console.log(part()); } catch (error) { console.log(error.code, error.message); }
  }
`;

let folder: string;
let cuts: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cuts-bundles-"));
  const built = await sharedPackage();
  cuts = built.folder;
  await mkdir(join(folder, "node_modules"));
  await symlink(cuts, join(folder, "node_modules/cuts"), "junction");
  const koffi = fileURLToPath(new URL("../../node_modules/koffi", import.meta.url));
  await symlink(koffi, join(folder, "node_modules/koffi"), "junction");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bundles the program; the path of the file, in a folder with a name that bundles often have. */
async function bundled(format: "esm" | "cjs"): Promise<string> {
  const outfile = join(folder, "dist", format === "esm" ? "index.mjs" : "index.cjs");
  await build({
    stdin: { contents: program, resolveDir: folder },
    outfile,
    format,
    bundle: true,
    platform: "node",
    target: "node20",
    nodePaths: [join(cuts, "..")],
    logLevel: "error",
  });
  return outfile;
}

async function outputOf(file: string): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [file], { env: { ...process.env, CUTS_DEVICE: "cpu" } });
  return stdout.trim().split("\n");
}

describe.each(["esm", "cjs"] as const)("a bundle with the format %s", (format) => {
  it("runs beside node_modules", async () => {
    const [version, result, late] = await outputOf(await bundled(format));
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(result).toBe("42");
    // The part that was loaded late is the package's own.
    expect(late).toMatch(/^CUTS_/);
  });

  it("says what to keep beside it when it is moved", async () => {
    const moved = join(
      await mkdtemp(join(tmpdir(), "cuts-moved-")),
      `main.${format === "esm" ? "mjs" : "cjs"}`,
    );
    await rename(await bundled(format), moved);
    const output = (await outputOf(moved)).join("\n");
    await rm(dirname(moved), { recursive: true });
    expect(output).toContain("CUTS_PACKAGE_MISSING Cannot find the files of cuts");
    expect(output).toContain(
      "CUTS_FFI_UNAVAILABLE Cannot call native code: the package koffi must be in a node_modules folder",
    );
    expect(output).toContain("keep node_modules with cuts, koffi and @koromix beside");
  });
});
