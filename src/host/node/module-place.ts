// Finds this code and the packages beside it. The code may have been bundled into a file of any format and location, or into an
// executable.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The file of this code, if it runs as CommonJS. */
declare const __filename: string;

/** The URL of the file of this code. */
export const moduleUrl = (import.meta.url as string | undefined) ?? pathToFileURL(__filename).href;

/** The places from which packages are searched. */
const places = [moduleUrl, join(dirname(process.execPath), "executable.js")];

/**
 * The path of a file of a package, in a node_modules folder above this code or above the executable, which may contain this code.
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

/** The hint for users if a package is not found from this code. */
export const keepBeside =
  "Try: keep node_modules with cuts, koffi and @koromix beside the bundle or the executable, as docs/modules.md says of bundles";
