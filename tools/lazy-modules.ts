// Parts of the package that most programs never call are files of their own in dist/, loaded at the first call: reading code
// is nearly all that an import of the package costs. In the source they are imported like anything else. A module can be
// late if all it exports are functions: others get functions of the same names that load it.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "esbuild";
import { root } from "./manifest.js";

const source = join(root, "src");

/** The folders of what is loaded late. */
const folders = [
  "array/convolution",
  "array/custom",
  "array/fft",
  "array/indexing",
  "array/joining",
  "array/linalg/decompositions",
  "array/linalg/products",
  "array/order",
  "array/random",
].map((folder) => join(source, folder));

/** The modules that are loaded late, as paths below src/. */
export function lazyEntries(): readonly string[] {
  const found = new Set<string>();
  for (const file of sourceFiles(source)) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type)[^;]*? from "(\.[^"]+)"/gms,
    )) {
      const target = lazyTarget(file, resolve(dirname(file), path));
      if (target !== undefined) found.add(relative(source, target));
    }
  }
  return [...found].sort();
}

/** Puts functions that load a late module in the place of its own. */
export const lazyModules: Plugin = {
  name: "lazy-modules",
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ kind, importer, path, resolveDir }) => {
      if (kind !== "import-statement") return undefined;
      const target = lazyTarget(importer, resolve(resolveDir, path));
      // The bundle has these names in it, which must say nothing of this machine.
      return target === undefined ? undefined : { path: relative(source, target), namespace: "lazy" };
    });
    bundler.onLoad({ filter: /.*/, namespace: "lazy" }, ({ path: below }) => {
      const path = join(source, below);
      const fromHere = relative(dirname(path), join(source, "core/lazy-module.ts")).replaceAll("\\", "/");
      const file = below.replaceAll("\\", "/").replace(/\.ts$/, ".js");
      const functions = exportsOf(path).functions.map(
        (name) => `export const ${name} = (...args) => load().${name}(...args);`,
      );
      return {
        loader: "js",
        resolveDir: dirname(path),
        contents: [
          `import { lazyModule } from "${fromHere}";`,
          "let loaded;",
          `const load = () => (loaded ??= lazyModule(${JSON.stringify(file)}));`,
          ...functions,
        ].join("\n"),
      };
    });
  },
};

/** The late module that an import from `importer` means; undefined where it is loaded with the importer. */
function lazyTarget(importer: string, path: string): string | undefined {
  const target = path.replace(/\.js$/, ".ts");
  const folder = folders.find((one) => target.startsWith(`${one}/`));
  if (folder === undefined) return undefined;
  // What is loaded late has its own parts at once; a table of functions is there from the beginning and has not.
  if (importer.startsWith(`${folder}/`) && exportsOf(importer).isFunctionsOnly) return undefined;
  return exportsOf(target).isFunctionsOnly ? target : undefined;
}

const known = new Map<string, { readonly functions: readonly string[]; readonly isFunctionsOnly: boolean }>();

function exportsOf(file: string): {
  readonly functions: readonly string[];
  readonly isFunctionsOnly: boolean;
} {
  let found = known.get(file);
  if (found === undefined) {
    const text = readFileSync(file, "utf8");
    const functions = [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(
      ([, name = ""]) => name,
    );
    // Overloads have one name.
    const isFunctionsOnly =
      functions.length > 0 && !/^export (?:const|let|class|abstract|\{|\*|default)/m.test(text);
    found = { functions: [...new Set(functions)], isFunctionsOnly };
    known.set(file, found);
  }
  return found;
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes(".test"))
    .map((name) => join(folder, name));
}
