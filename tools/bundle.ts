// Bundles src/ into the JavaScript that is published. Node takes about a millisecond to load a module, and the source has
// hundreds: bundled, the package imports in a fraction of the time. Names stay as they are written, so that stack traces
// read well, and what src/ loads with `import()` becomes a file of its own, loaded as late.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { entries, root } from "./manifest.js";

/** Started by path, in a process or a thread of their own (core/package-files.ts); each is one file. */
const programs = ["backend/cpu/compile-main.ts", "backend/cpu/machine/worker.js", "compiler/clang/server.js"];

/** Bundles into `folder`, which stands for dist/. */
export async function bundle(folder: string): Promise<void> {
  const shared: BuildOptions = {
    absWorkingDir: root,
    outdir: folder,
    outbase: "src",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    sourcemap: true,
    logLevel: "warning",
    define: { CUTS_COMPILER_DIGEST: JSON.stringify(compilerDigest()) },
  };
  const inSource = (paths: readonly string[]): string[] => paths.map((path) => `src/${path}`);
  await Promise.all([
    build({
      ...shared,
      // Together, so that a class which two of them export is one class.
      entryPoints: inSource(entries),
      splitting: true,
      chunkNames: "chunks/[name]-[hash]",
    }),
    build({ ...shared, entryPoints: inSource(programs) }),
  ]);
}

// Stands for all that decides what our own compilers make of a source: part of the keys of the disk cache.
function compilerDigest(): string {
  const digest = createHash("sha256");
  for (const folder of ["src/backend/cpu", "src/compiler", "include/cuts/cuda"]) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) digest.update(`${relative(root, file)}\n`).update(readFileSync(file));
  }
  return digest.digest("hex");
}
