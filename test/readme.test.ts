// Holds README.md, CONTRIBUTING.md and docs/ to what they say: TypeScript blocks are compiled and run, commands exist, links
// lead somewhere.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printedLines, programOf, RUN_MARKS, writeBlockPrograms } from "./docs/block-programs.js";
import { BlockRunner } from "./docs/block-runner.js";
import { codeBlocks, localLinks, promisedOutput } from "./docs/markdown.js";
import { noPython } from "./interop/python.js";
import { readPages, root, typescriptBlocks } from "./docs/pages.js";
import type { BuiltPackage } from "./package/built-package.js";
import { sharedPackage } from "./package/shared-package.js";

const require = createRequire(import.meta.url);
const start = promisify(execFile);

const pages = readPages();
const blocks = typescriptBlocks(pages);
const marked = (...marks: string[]) => blocks.filter((block) => marks.includes(block.marks.join(" ")));

let folder: string;
let built: BuiltPackage;
/** One process for all pages but the one about the cache, which must not leave things in ours. */
let runner: BlockRunner;
let runnerOfCache: BlockRunner;

beforeAll(async () => {
  // As it is published, which starts in a tenth of the time that src/ takes.
  built = await sharedPackage();
  folder = mkdtempSync(join(tmpdir(), "cuts-docs-"));
  writeBlockPrograms(folder, marked(...RUN_MARKS), built.folder);
  const checked = marked(...RUN_MARKS, "check");
  for (const block of checked) writeFileSync(join(folder, block.file), `${block.text}\nexport {};\n`);
  runner = new BlockRunner(folder);
  runnerOfCache = new BlockRunner(folder, { CUTS_CACHE_DIR: join(folder, "cache") });
  const compilerOptions = {
    paths: {
      cuts: [join(root, "src/index.ts")],
      "cuts/driver": [join(root, "src/native/driver-entry.ts")],
      "cuts/distributed": [join(root, "src/distributed/distributed.ts")],
    },
    typeRoots: [join(root, "node_modules/@types")],
    // Examples may name what they do not go on to use.
    noUnusedLocals: false,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions,
      include: [],
      files: checked.map((block) => block.file),
    }),
  );
});
afterAll(async () => {
  await runner.end();
  await runnerOfCache.end();
  rmSync(folder, { recursive: true, force: true });
  await built.remove();
});

describe("TypeScript in the documentation", () => {
  it.each(blocks)("says what it is: $title", (block) => {
    expect([...RUN_MARKS, "check"]).toContain(block.marks.join(" "));
  });

  it("type-checks", async () => {
    const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", folder, "--pretty", "false"]);
    // A diagnostic and its indented lines belong together; those of src/ are another check's business.
    const diagnostics = stdout.split(/\n(?=\S)/).filter((text) => text !== "" && !text.startsWith(".."));
    expect(diagnostics).toEqual([]);
  });

  // The libraries that examples open have other names on Windows.
  const runnable = marked("run", ...(noPython === undefined ? ["run python"] : []));
  it.skipIf(process.platform === "win32").each(runnable)(
    "runs and prints what it promises: $title",
    async (block) => {
      const isOfCache = block.page === "docs/cache.md";
      const { stdout, stderr } = await (isOfCache ? runnerOfCache : runner).run(programOf(folder, block));
      expect(stderr).toBe("");
      expect(printedLines(stdout)).toEqual(promisedOutput(block.text));
    },
  );

  it.skipIf(process.platform === "win32")("leaves no error that nobody has seen", async () => {
    expect(await runner.end()).toEqual({ stdout: "", stderr: "" });
  });
});

describe("commands in the documentation", () => {
  const readme = pages.find((page) => page.name === "README.md")?.text ?? "";
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  it.each(["npm ci && npm start", "npm ci && npm test"])("%s is in the README", (command) => {
    const lines = codeBlocks(readme)
      .filter((block) => block.language === "sh")
      .flatMap((block) => block.text.split("\n"));
    expect(lines.map((line) => line.replace(/ *#.*/, ""))).toContain(command);
  });

  it("CI runs the README's test command", () => {
    expect(readFileSync(join(root, ".ci/run"), "utf8")).toMatch(/^npm ci && npm test\b/m);
  });

  it.each(pages)("npm scripts named in $name exist", ({ text }) => {
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      (match) => match[1] ?? match[2],
    );
    for (const script of named) expect(Object.keys(manifest.scripts)).toContain(script);
  });
});

describe("links in the documentation", () => {
  it.each(pages)("of $name lead to files that exist", ({ name, text }) => {
    for (const target of localLinks(text)) {
      expect(existsSync(resolve(root, dirname(name), target)), target).toBe(true);
    }
  });
});

/** Runs a program in the folder of examples; its output counts even when it fails. */
async function run(program: string, args: readonly string[]): Promise<{ readonly stdout: string }> {
  try {
    return await start(program, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
  } catch (error) {
    return error as { readonly stdout: string };
  }
}
