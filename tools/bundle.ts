// Bundles src/ into the JavaScript that is published. Node takes about a millisecond to load a module, and the source has
// hundreds: bundled, the package imports in a fraction of the time. Most of what is left is V8 reading the text, so spaces
// and comments go, and what most programs never call is left to be read later. Names stay as they are written, so that
// stack traces read well, and what src/ loads with `import()` becomes a file of its own, loaded on first use.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { builtinModules } from "./builtin-modules.js";
import { lazyBuilds, withoutLazyParts } from "./lazy-parts.js";
import { clangVersion, entries, root } from "./manifest.js";
import { sourceFiles } from "./source-files.js";

/** Started by path, in a process or a thread of their own (host/assets.ts); each is one file. */
const programs = [
  "backend/cpu/blas/blas-worker.js",
  "backend/cpu/compile-main.ts",
  "backend/cpu/machine/worker.js",
  "backend/cpu/program/instance/host-thread.js",
  "backend/cpu/program/process/program-main.ts",
  "backend/cpu/program/process/watchdog.js",
  "build/module/hooks.ts",
  "compiler/clang/server.js",
  "distributed/mpi/blocking-watchdog.js",
  "interop/serve/serve-main.ts",
];

const likeSource = (folder: string): BuildOptions => ({ outdir: folder, outbase: "src" });
const inSource = (paths: readonly string[]): string[] => paths.map((path) => `src/${path}`);

/** Bundles into `folder`, which stands for dist/. `digest` stands for our own compilers in keys of the disk cache. */
export async function bundle(folder: string, digest: string = compilerDigest()): Promise<void> {
  const shared = sharedOptions(digest);
  await Promise.all([
    build({
      ...shared,
      ...likeSource(folder),
      // Together, so that a class which two of them export is one class.
      entryPoints: inSource(entries),
      splitting: true,
      chunkNames: "chunks/[name]-[hash]",
      plugins: [builtinModules, withoutLazyParts, withIndex],
      // Else the import that the plugin adds would be dropped: package.json says that no module has side effects.
      ignoreAnnotations: true,
    }),
    ...lazyBuilds(folder, [builtinModules]).map((options) => build({ ...shared, ...options })),
    bundlePrograms(folder, digest),
  ]);
}

/** The programs among them alone. */
export async function bundlePrograms(folder: string, digest: string): Promise<void> {
  await build({
    ...sharedOptions(digest),
    ...likeSource(folder),
    entryPoints: inSource(programs),
    plugins: [builtinModules],
  });
}

function sharedOptions(digest: string): BuildOptions {
  return {
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    sourcemap: true,
    // The package has the sources themselves.
    sourcesContent: false,
    // Less to read at every start. Lines stay short, because Node shows the whole line of an uncaught error.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 60,
    logLevel: "warning",
    logOverride: { "import-is-undefined": "error" },
    define: {
      CUTS_COMPILER_DIGEST: JSON.stringify(digest),
      CUTS_CLANG_VERSION: JSON.stringify(clangVersion),
    },
  };
}

// Code that several entries share is cut by who shares it, which would tear the index into many files. So all others
// import the index too, which is there anyway when they are loaded on first use: then what it needs is shared by all of them
// alike and is one file.
const withIndex: Plugin = {
  name: "with-index",
  setup(bundler) {
    const index = join(root, "src/index.ts");
    const others = new Set([...entries.map((path) => join(root, "src", path)), ...importedLater()]);
    others.delete(index);
    bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!others.has(path)) return undefined;
      const fromHere = `./${relative(dirname(path), index).replaceAll("\\", "/")}`;
      return { loader: "ts", contents: `${readFileSync(path, "utf8")}\nimport "${fromHere}";` };
    });
  },
};

/** The modules that src/ loads with `import()`. */
function importedLater(): readonly string[] {
  return sourceFiles("src").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bimport\("(\.[^"]+)\.js"\)/g)].map(([, path = ""]) =>
      join(dirname(file), `${path}.ts`),
    ),
  );
}

// Stands for all that decides what our own compilers make of a source: part of the keys of the disk cache.
function compilerDigest(): string {
  const digest = createHash("sha256");
  for (const folder of ["src/backend/cpu", "src/compiler", "include/cuts/cuda"]) {
    for (const file of sourceFiles(folder))
      digest.update(`${relative(root, file)}\n`).update(readFileSync(file));
  }
  return digest.digest("hex");
}
