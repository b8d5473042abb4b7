// The package compiled to JavaScript, for what must be seen without a TypeScript loader: what an import costs and does.

import { execFile } from "node:child_process";
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A compiled copy of the package. */
export interface BuiltPackage {
  /** The URL of its index.js. */
  readonly index: string;
  remove(): Promise<void>;
}

/** Compiles src/, without type checks, into a folder of its own: below node_modules, so that dependencies are found. */
export async function buildPackage(): Promise<BuiltPackage> {
  const cache = join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "cuts-built-"));
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
  const args = [
    "-p",
    join(root, "tsconfig.build.json"),
    "--outDir",
    folder,
    "--noCheck",
    "--declaration",
    "false",
    "--sourceMap",
    "false",
  ];
  await promisify(execFile)(process.execPath, [tsc, ...args]);
  return {
    index: pathToFileURL(join(folder, "index.js")).href,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
