// How the bundle gets Node's own modules. For an `import` Node reads everything that a module exports, and some of what
// node:fs and node:util export loads dozens of other modules; `process.getBuiltinModule` gives the module as it is.

import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";
import { sourceFiles } from "./source-files.js";

/** Makes `const { join } = process.getBuiltinModule("node:path")` of `import { join } from "node:path"`. */
export const builtinModules: Plugin = {
  name: "builtin-modules",
  setup(bundler) {
    const names = importedNames();
    bundler.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "builtin" }));
    bundler.onLoad({ filter: /^/, namespace: "builtin" }, ({ path }) => ({
      contents: `export const { ${[...(names.get(path) ?? [])].join(", ")} } = process.getBuiltinModule("${path}");`,
    }));
  },
};

/** What src/ imports by name, by module. An import of another form finds no export, which fails the build. */
function importedNames(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of sourceFiles("src")) {
    const imports = readFileSync(file, "utf8").matchAll(/^import \{([^}]*)\} from "(node:[^"]+)";$/gm);
    for (const [, list = "", path = ""] of imports) {
      const names = found.get(path) ?? new Set();
      for (const [, name = ""] of list.matchAll(/(?:^|,)\s*(?!type )(\w+)/g)) names.add(name);
      found.set(path, names);
    }
  }
  return found;
}
