// The files of this package: headers, libraries, compiled kernels, and the programs that run in a process or a thread of their own.
// The code runs as it is written, from src/, or bundled, from dist/; a program has the same path below both.

import * as modules from "./node/module-place.js";
import * as files from "./node/package-files.js";

export interface Assets {
  /** The URL of the file of this code. */
  readonly moduleUrl: string;
  /**
   * The folder of the package, the one with package.json.
   * @throws UnsupportedError `CUTS_PACKAGE_MISSING` where a bundle has left it behind.
   */
  packageFolder(this: void): string;
  /** The folder of the code that runs: src or dist. */
  codeFolder(this: void): string;
  /**
   * One of our own programs that is plain JavaScript, by its path below the code folder: what a thread can be started with.
   * @example startThread(programUrl("backend/cpu/machine/worker.js"), setup, [port])
   */
  programUrl(this: void, path: string): URL;
  /**
   * Where code that runs from src/ finds its programs built, for tests: with a loader for TypeScript each start of one takes half a
   * second more. Undefined for none.
   */
  useBuiltPrograms(this: void, folder: string | undefined): void;
  /** The path of a file of another package. @throws Error with the code `MODULE_NOT_FOUND` */
  resolvePackage(this: void, name: string): string;
  /** What to do where a package is not beside this code. */
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
