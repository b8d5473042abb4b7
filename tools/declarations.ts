// Writes the type declarations that are published: those of the public surfaces and all they refer to, nothing else.

import { spawnSync } from "node:child_process";
import { readdirSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { declarations, root } from "./manifest.js";

const compiler = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin",
  "tsc",
);

/** Checks the types of src/ and writes declarations into `folder`, which stands for dist/. */
export function writeDeclarations(folder: string): void {
  tsc("-p", join(root, "tsconfig.build.json"), "--outDir", folder);
  const isUsed = new Set(declarationsUsed(folder));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(realpathSync(entry.parentPath), entry.name);
    if (entry.name.endsWith(".d.ts") && !isUsed.has(path)) {
      rmSync(path);
      rmSync(`${path}.map`);
    }
  }
}

// What a consumer's compiler reads, which is less than what the compiler wrote.
function declarationsUsed(folder: string): readonly string[] {
  const surfaces = declarations.map((path) => join(folder, path));
  const list = tsc("--ignoreConfig", "--listFilesOnly", "--module", "nodenext", "--types", "", ...surfaces);
  return list
    .split("\n")
    .filter((line) => line !== "")
    .map((path) => realpathSync(resolve(root, path.trim())));
}

function tsc(...args: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...args], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Cannot write declarations: the types must be right\n${stdout}`);
  return stdout;
}
