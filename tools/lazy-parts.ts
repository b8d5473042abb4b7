// Builds the lazy parts (lazy-modules.ts), each a file in dist/lazy/, and what `import "cuts"` reads without them. There is
// one copy of every module, whatever loader runs the program: a part imports nothing, it is a function that is called
// with what it needs (src/host/node/lazy-part.ts).

import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { type LazyPart, lazyParts } from "./lazy-modules.js";
import { root } from "./manifest.js";

const source = join(root, "src");
const parts = lazyParts();

/** How the parts are built; `plugins` are those of everything else. */
export function lazyBuilds(folder: string, plugins: readonly Plugin[]): readonly BuildOptions[] {
  return parts.map((part) => ({
    stdin: { contents: allDoors(part), resolveDir: source, loader: "ts" },
    outfile: join(folder, part.file),
    format: "cjs",
    // V8 compiles a function in parentheses at once; others it would read twice.
    banner: { js: 'module.exports = (function (require) { "use strict"; const module = {};' },
    footer: { js: "return module.exports; });" },
    plugins: [...plugins, handedOver(part)],
  }));
}

/** What a part does not hold, it asks for. */
const handedOver = (part: LazyPart): Plugin => ({
  name: "handed-over",
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = moduleAt(resolveDir, path);
      return part.modules.has(module) ? undefined : { path: module, external: true };
    });
  },
});

/** Puts functions that load a part in the place of its doors, and has the index share what the parts need. */
export const withoutLazyParts: Plugin = {
  name: "without-lazy-parts",
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = moduleAt(resolveDir, path);
      const part = parts.find(({ modules }) => modules.has(module));
      return part && { path: module, namespace: "lazy", pluginData: part };
    });
    bundler.onLoad({ filter: /^/, namespace: "lazy" }, ({ path, pluginData }) => ({
      contents: doorway(path, pluginData as LazyPart),
      resolveDir: source,
    }));
    bundler.onLoad({ filter: /[\\/]src[\\/]index\.ts$/ }, ({ path }) => ({
      contents: `${readFileSync(path, "utf8")}
        ${sharedModules()}`,
      loader: "ts",
    }));
  },
};

/** A module with the functions of a door, each of which loads the part. */
function doorway(module: string, { file, doors }: LazyPart): string {
  const functions = (doors.get(module) ?? []).map(
    (name) =>
      `export function ${name}(...args) { return lazyPart("${file}")["${module}"].${name}(...args); }`,
  );
  return ['import { lazyPart } from "./host/node/lazy-part.js";', ...functions].join("\n");
}

/** Statements that share what the parts need, which is put together for the first of them. */
function sharedModules(): string {
  const needs = new Map<string, Set<string>>();
  for (const [path, names] of parts.flatMap((part) => [...part.needs])) {
    needs.set(path, new Set([...(needs.get(path) ?? []), ...names]));
  }
  const modules = [...needs].map(([path, set], at) => {
    const names = [...set];
    return {
      statement: `import { ${names.map((name) => `${name} as ${name}${at}`).join(", ")} } from "${importPath(path)}";`,
      property: `"${path}": { ${names.map((name) => `${name}: ${name}${at}`).join(", ")} }`,
    };
  });
  return `import { shareModules } from "./host/node/lazy-part.js";
    ${modules.map(({ statement }) => statement).join("\n")}
    shareModules(() => ({ ${modules.map(({ property }) => property).join(", ")} }));`;
}

/** The module of a part that exports its doors by their paths. */
function allDoors({ doors }: LazyPart): string {
  const paths = [...doors.keys()];
  return `${paths.map((path, at) => `import * as door${at} from "${importPath(path)}";`).join("\n")}
    export const modules = { ${paths.map((path, at) => `"${path}": door${at}`).join(", ")} };`;
}

const importPath = (module: string): string => `./${module.replace(/\.ts$/, ".js")}`;

function moduleAt(folder: string, path: string): string {
  return relative(source, resolve(folder, path)).replaceAll("\\", "/").replace(/\.js$/, ".ts");
}
