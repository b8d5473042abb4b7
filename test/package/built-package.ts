// The package as it is published, for what must be seen without a TypeScript loader: what an import costs and does, and
// whether the programs that are started by path are where the code looks for them.

import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { toolFingerprint } from "../../src/backend/cpu/compile-request.js";
import { bundle } from "../../tools/bundle.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A folder that holds the package. */
export interface BuiltPackage {
  readonly folder: string;
  /** The URL of its index.js. */
  readonly index: string;
  remove(): Promise<void>;
}

/** How the package is built. */
export interface BuildOptions {
  /** Whether it finds in the disk cache what the code in src/ has compiled, which is the same. */
  readonly sharesCache?: boolean;
  /** The folder that it is made in; one below node_modules by default. */
  readonly within?: string;
}

/** Builds the package, without declarations, in a folder of its own: below node_modules, so that dependencies are found. */
export async function buildPackage({
  sharesCache = false,
  within,
}: BuildOptions = {}): Promise<BuiltPackage> {
  const cache = within ?? join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await realpath(await mkdtemp(join(cache, "cuts-built-")));
  for (const name of ["package.json", "README.md", "LICENSE", "examples", "include", "libraries", "src"]) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await bundle(join(folder, "dist"), sharesCache ? toolFingerprint() : undefined);
  return {
    folder,
    index: pathToFileURL(join(folder, "dist", "index.js")).href,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
