// Parts of the bundle that are loaded synchronously when one of their functions is first called. Source code imports these
// functions like any others; tools/lazy-parts.ts inserts this loader when the package is built.

import { createRequire } from "node:module";
import { join } from "node:path";
import { moduleUrl } from "./module-place.js";
import { codeFolder } from "./package-files.js";
import { Hook } from "../../core/hook.js";

/** The exports of modules, by their paths below src/. */
type Modules = Readonly<Record<string, object>>;

/** The export of a part's file. The file imports nothing, because a module loader might give it second copies of modules. */
type Part = (require: (path: string) => object) => { readonly modules: Modules };

const parts = new Map<string, Modules>();
/** The modules that parts can use; set by the main bundle. */
const sharedModules = new Hook<() => Modules>();

/** Sets the modules that parts can use. */
export function shareModules(modules: () => Modules): void {
  sharedModules.call = modules;
}

/** Loads the modules of a part; `file` is relative to the code folder. */
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
