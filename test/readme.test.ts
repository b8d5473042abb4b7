// Holds README.md and docs/ to what they say: TypeScript blocks are compiled and run, commands exist, links lead
// somewhere. Every `ts` block carries one of these marks:
//
//   ts run      type-checked and run; its output is what the "// → …" comments say, line by line
//   ts check    type-checked only, because it needs something a plain machine does not have
//   ts planned  not there yet, and the text around it says so

import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CodeBlock, codeBlocks, localLinks, promisedOutput } from "./docs/markdown.js";
import type { BuiltPackage } from "./package/built-package.js";
import { sharedPackage } from "./package/shared-package.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const start = promisify(execFile);

const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));

const blocks = pages.flatMap((page) =>
  codeBlocks(page.text)
    .filter((block) => block.language === "ts")
    .map((block) => ({
      ...block,
      title: `${page.name}, line ${block.line}`,
      file: fileNameOf(page.name, block),
    })),
);
const marked = (...marks: string[]) => blocks.filter((block) => marks.includes(block.marks.join(" ")));

let folder: string;
let built: BuiltPackage;

beforeAll(async () => {
  // As it is published, which starts in a tenth of the time that src/ takes.
  built = await sharedPackage();
  folder = mkdtempSync(join(tmpdir(), "cuts-docs-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const checked = marked("run", "check");
  for (const block of checked) writeFileSync(join(folder, block.file), `${block.text}\nexport {};\n`);
  for (const block of marked("run")) {
    const { code } = transformSync(block.text, { loader: "ts", target: "node20.19", format: "esm" });
    writeFileSync(join(folder, programOf(block)), code);
  }
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(built.folder, join(folder, "node_modules/cuts"), "junction");
  const compilerOptions = {
    paths: { cuts: [join(root, "src/index.ts")], "cuts/driver": [join(root, "src/native/driver-entry.ts")] },
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
  rmSync(folder, { recursive: true, force: true });
  await built.remove();
});

describe("TypeScript in the documentation", () => {
  it.each(blocks)("says what it is: $title", (block) => {
    expect(["run", "check", "planned"]).toContain(block.marks.join(" "));
  });

  it("type-checks", async () => {
    const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", folder, "--pretty", "false"]);
    // A diagnostic and its indented lines belong together; those of src/ are another check's business.
    const diagnostics = stdout.split(/\n(?=\S)/).filter((text) => text !== "" && !text.startsWith(".."));
    expect(diagnostics).toEqual([]);
  });

  // The libraries that examples open have other names on Windows.
  it.skipIf(process.platform === "win32").each(marked("run"))(
    "runs and prints what it promises: $title",
    async (block) => {
      // What the page about the cache puts into it is nobody else's.
      const isOfCache = block.title.startsWith("docs/cache.md");
      const environment = isOfCache ? { CUTS_CACHE_DIR: join(folder, "cache") } : undefined;
      const { stdout, stderr } = await run(process.execPath, [programOf(block)], environment);
      expect(stderr).toBe("");
      expect(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => line.trimEnd()),
      ).toEqual(promisedOutput(block.text));
    },
  );

  it("is there at all", () => {
    expect(marked("run").length).toBeGreaterThanOrEqual(3);
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

function fileNameOf(page: string, block: CodeBlock): string {
  return `${page.replace(/\W/g, "-").toLowerCase()}-${block.line}.ts`;
}

function programOf({ file }: { readonly file: string }): string {
  return file.replace(/\.ts$/, ".mjs");
}

/** Runs a program in the folder of examples; its output counts even when it fails. */
async function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: "1", ...environment } };
  try {
    return await start(program, args, options);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    return { stdout, stderr: stderr || String(error) };
  }
}
