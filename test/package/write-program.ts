// Programs of the tests that are processes of their own, in TypeScript over `cuts` or src/index.js: here as JavaScript over the package as it
// is published, which Node starts at once.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { transformSync } from "esbuild";
import type { BuiltPackage } from "./built-package.js";

/** Writes a program into a folder; its path. What it imports of CuTS must be `cuts` or src/index.js, all else of Node. */
export function writeProgram(path: string, folder: string, { index }: BuiltPackage): string {
  const { code } = transformSync(readFileSync(path, "utf8"), {
    loader: "ts",
    target: "node20.19",
    format: "esm",
    define: { "import.meta.dirname": JSON.stringify(dirname(path)) },
  });
  const program = code.replaceAll(/(?<=from\s*)"(?:cuts|[./]*\/src\/index\.js)"/g, JSON.stringify(index));
  const local = /from\s*"(\.[^"]+)"/.exec(program)?.[1];
  if (local !== undefined) throw new Error(`Cannot start ${path} on the package: it imports ${local}`);
  const written = join(folder, `${basename(dirname(path))}-${basename(path, ".ts")}.mjs`);
  writeFileSync(written, program);
  return written;
}
