// Modules that are loaded when one of their functions is first called, at once and without a promise. Source code imports
// them like any other; tools/bundle.ts puts this in between.

import { createRequire } from "node:module";
import { join } from "node:path";
import { codeFolder } from "./package-files.js";

/** The module at a path below the code folder. */
export function lazyModule(path: string): unknown {
  // Node loads ES modules by `require` from 20.19 on.
  return createRequire(import.meta.url)(join(codeFolder(), path));
}
