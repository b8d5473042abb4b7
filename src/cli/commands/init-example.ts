// The files of `cuts init --example`: an example of the package, the helpers it imports, and the files of a project around it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

const HELPERS = "shared";

/** An example: its name and its first sentence. */
export interface ExampleSummary {
  readonly name: string;
  readonly summary: string;
}

/** The examples of the package, by name. */
export function listExamples(): readonly ExampleSummary[] {
  const folder = examplesFolder();
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "main.ts")))
    .sort()
    .map((name) => ({ name, summary: summaryOf(readFileSync(join(folder, name, "main.ts"), "utf8")) }));
}

/** The files of a project with this example, by path. */
export function exampleFiles(name: string, cutsVersion: string): Readonly<Record<string, string>> {
  const folder = join(examplesFolder(), name);
  const own = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const files: Record<string, string> = {};
  const helpers = new Set<string>();
  for (const path of own) {
    const text = readFileSync(join(folder, path), "utf8");
    for (const [, helper = ""] of text.matchAll(/"\.\.\/shared\/([\w-]+)\.js"/g)) addHelper(helper, helpers);
    // The helpers are below the example, not beside it.
    files[path] = text.replaceAll('"../shared/', '"./shared/');
  }
  for (const helper of helpers) files[`${HELPERS}/${helper}.ts`] = helperText(helper);
  return {
    ...files,
    "package.json": `${JSON.stringify(manifest(name, cutsVersion), undefined, 2)}\n`,
    "tsconfig.json": `${JSON.stringify(tsconfig, undefined, 2)}\n`,
    ".gitignore": "node_modules/\n",
  };
}

/** A helper, and those that it imports itself. */
function addHelper(name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  for (const [, other = ""] of helperText(name).matchAll(/"\.\/([\w-]+)\.js"/g)) addHelper(other, found);
}

function helperText(name: string): string {
  return readFileSync(join(examplesFolder(), HELPERS, `${name}.ts`), "utf8");
}

function examplesFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("cuts/package.json")), "examples");
}

/** The first sentence of the comment at the top of a source. */
function summaryOf(source: string): string {
  const header = /^(?:\/\/.*\n)+/.exec(source)?.[0] ?? "";
  const text = header.replaceAll(/^\/\/ ?/gm, "").replaceAll("\n", " ");
  return /^.*?(?=\.\s)/.exec(text)?.[0] ?? text.trim();
}

function manifest(name: string, cutsVersion: string): object {
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    scripts: { start: "tsx main.ts", check: "tsc" },
    engines: { node: ">=20.19" },
    dependencies: { cuts: `^${cutsVersion}` },
    devDependencies: { "@types/node": "^20.19.0", tsx: "^4.20.0", typescript: ">=5.9" },
  };
}

const tsconfig = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "esnext.disposable"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
};
