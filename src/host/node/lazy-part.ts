// Parts of the bundle that are loaded synchronously when one of their functions is first called. Source code imports these
// functions like any others; tools/lazy-parts.ts puts this in between when the package is built.

import { createRequire } from "node:module";
import { join } from "node:path";
import { moduleUrl } from "./module-place.js";
import { codeFolder } from "./package-files.js";
import { Hook } from "../../core/hook.js";

/** What modules export, by their paths below src/. */
type Modules = Readonly<Record<string, object>>;

/** What the file of a part exports. It imports nothing, because a loader might give it other copies of modules. */
type Part = (require: (path: string) => object) => { readonly modules: Modules };

const parts = new Map<string, Modules>();
/** Set by the bundle of everything else. */
const sharedModules = new Hook<() => Modules>();

/** Says what parts may ask for. */
export function shareModules(modules: () => Modules): void {
  sharedModules.call = modules;
}

/** The modules of a part by the path of its file below the code folder. */
export function lazyPart(file: string): Modules {
  let modules = parts.get(file);
  if (modules === undefined) {
    const part = createRequire(moduleUrl)(join(codeFolder(), file)) as Part;
    const shared = sharedModules.call?.() ?? {};
    modules = part((path) => shared[path] ?? missing(file, path)).modules;
    parts.set(file, modules);
  }
  return modules;
}

function missing(file: string, path: string): never {
  throw new Error(`internal: ${file} needs ${path}, which nobody shares`);
}
