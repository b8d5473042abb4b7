// The files of this package: headers, libraries, compiled kernels, and programs that run in their own process or thread. The code
// may run unbuilt from src/ or bundled from dist/; a program has the same path below both.

import * as modules from "./node/module-place.js";
import * as files from "./node/package-files.js";

export interface Assets {
  /** The URL of the file that contains this code. */
  readonly moduleUrl: string;
  /**
   * The folder of the package, the one with package.json.
   * @throws UnsupportedError `CUTS_PACKAGE_MISSING` if the code was bundled without it.
   */
  packageFolder(this: void): string;
  /** The folder of the running code: src or dist. */
  codeFolder(this: void): string;
  /**
   * The URL of one of our own JavaScript programs, for starting a thread. `path` is relative to the code folder.
   * @example startThread(programUrl("backend/cpu/machine/worker.js"), setup, [port])
   */
  programUrl(this: void, path: string): URL;
  /**
   * For tests that run from src/: sets the folder with built programs, because starting one through a TypeScript loader takes half
   * a second more. Undefined unsets it.
   */
  useBuiltPrograms(this: void, folder: string | undefined): void;
  /** The path of a file of another package. @throws Error with the code `MODULE_NOT_FOUND` */
  resolvePackage(this: void, name: string): string;
  /** The hint for users if a package is not found from this code. */
  readonly keepBeside: string;
}

export const {
  packageFolder,
  codeFolder,
  programUrl,
  useBuiltPrograms,
}: Omit<Assets, "moduleUrl" | "resolvePackage" | "keepBeside"> = files;
export const {
  moduleUrl,
  resolvePackage,
  keepBeside,
}: Pick<Assets, "moduleUrl" | "resolvePackage" | "keepBeside"> = modules;
