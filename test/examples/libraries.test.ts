// The examples of plain libraries, run as a user runs them: what they print is what their "// →" comments say.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { because, noCompiler, noNvcc, Workshop } from "../build/workshop.js";
import { buildShared } from "../../src/build/toolchain/build-shared.js";
import { promisedOutput } from "../docs/markdown.js";
import type { BuiltPackage } from "../package/built-package.js";
import { sharedPackage } from "../package/shared-package.js";
import { writeProgram } from "../package/write-program.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shop = new Workshop();
const programs = mkdtempSync(join(tmpdir(), "cuts-libraries-"));
afterAll(() => {
  rmSync(programs, { recursive: true, force: true });
  shop.remove();
});

let built: BuiltPackage;
beforeAll(async () => {
  built = await sharedPackage();
  return () => built.remove();
});

async function run(example: string, device?: string): Promise<readonly string[]> {
  const program = writeProgram(join(root, "examples", example, "main.ts"), programs, built);
  const env = { ...process.env, ...(device === undefined ? {} : { CUTS_DEVICE: device }) };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], { cwd: root, env });
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

const promised = (example: string): readonly string[] =>
  promisedOutput(readFileSync(join(root, "examples", example, "main.ts"), "utf8"));

describe("examples", () => {
  it("vectors", async () => {
    expect(await run("vectors", "cpu")).toEqual(promised("vectors"));
  });

  it.skipIf(noCompiler !== undefined)(`c-function${because(noCompiler)}`, async () => {
    expect(await run("c-function")).toEqual(promised("c-function"));
  });

  const noWasm = existsSync(join(root, "src/build/wasm/open-wasm-library.ts"))
    ? undefined
    : "libraries as WebAssembly are not there yet";
  it.skipIf(noWasm !== undefined)(
    `cuda-launcher, with no compiler and no GPU${because(noWasm)}`,
    async () => {
      expect(await run("cuda-launcher", "cpu")).toEqual(promised("cuda-launcher"));
    },
  );

  it.skipIf(noNvcc !== undefined)(`cuda-launcher, compiled by nvcc${because(noNvcc)}`, async () => {
    process.env["CUTS_CACHE_DIR"] = shop.cache;
    const sources = [join(root, "examples/cuda-launcher/sum_kernel.cu")];
    const built = await buildShared({ name: "sum", kind: "library", sources, archs: ["90"] });
    expect(built).toMatchObject({ isFresh: true, files: sources });
  });
});
