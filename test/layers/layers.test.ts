// The layer rules of .oxlintrc.json, on files that break them: what the linter lets through by mistake, nobody notices.

import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const oxlint = join(dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin/oxlint");
const folder = mkdtempSync(join(tmpdir(), "cuts-layers-"));
// Folders in the rules are those beside the configuration.
copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file. */
function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The messages of the linter about a file at `path` that has one import. */
function lint(path: string, from: string): Promise<string> {
  return lintFiles(write(path, `import type { Some } from "${from}";\nexport type Own = Some;\n`));
}

async function lintFiles(...files: readonly string[]): Promise<string> {
  const args = [oxlint, "--config", join(folder, ".oxlintrc.json"), ...files];
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe("layers", () => {
  it("let arrays see the port of a device", async () => {
    expect(await lint("src/array/fft/x.ts", "../../backend/routines.js")).toContain("0 errors");
    expect(await lint("src/array/fft/x.ts", "../../backend/backend.js")).toContain("0 errors");
  });

  for (const from of ["native/cublas.js", "backend/cuda/libraries/blas.js", "backend/cpu/cpu-backend.js"]) {
    it(`keep arrays from ${from}`, async () => {
      expect(await lint("src/array/fft/x.ts", `../../${from}`)).toContain("array/ knows only the port");
      expect(await lint("src/array/x.ts", `../${from}`)).toContain("array/ knows only the port");
    });
  }
});

describe("circles of files", () => {
  it("are refused where they are of types alone", async () => {
    const files = [
      write("src/core/a.ts", 'import type { B } from "./b.js";\nexport interface A {\n  readonly b: B;\n}\n'),
      write("src/core/b.ts", 'import type { C } from "./c.js";\nexport interface B {\n  readonly c: C;\n}\n'),
      write("src/core/c.ts", 'import { type A } from "./a.js";\nexport interface C {\n  readonly a: A;\n}\n'),
    ];
    const said = await lintFiles(...files);
    for (const file of ["a", "b", "c"])
      expect(said).toMatch(new RegExp(`import\\(no-cycle\\)[^]*?${file}\\.ts`));
  });
});
