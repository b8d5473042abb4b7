// Where this code is, and where the packages beside it are. It may be a part of a program that a bundler has made: in a file of any format and place,
// or inside an executable.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The file of this code, in CommonJS. */
declare const __filename: string;

/** The URL of the file of this code. */
export const moduleUrl = (import.meta.url as string | undefined) ?? pathToFileURL(__filename).href;

/** Where the packages beside this code are looked for. */
const places = [moduleUrl, join(dirname(process.execPath), "executable.js")];

/**
 * The path of a file of a package: in a node_modules folder above this code, or above the executable, which may have this code inside.
 * @throws Error with the code `MODULE_NOT_FOUND`
 */
export function resolvePackage(name: string): string {
  const [own = "", executable = ""] = places;
  try {
    return createRequire(own).resolve(name);
  } catch (error) {
    try {
      return createRequire(executable).resolve(name);
    } catch {
      throw error;
    }
  }
}

/** What to do where a package is not beside this code. */
export const keepBeside =
  "Try: keep node_modules with cuts, koffi and @koromix beside the bundle or the executable, as docs/modules.md says of bundles";
