// Files of this package that are reached by path: headers, and the programs that run in a process or a thread of their
// own. The code runs as it is written, from src/, or bundled, from dist/; a program has the same path below both.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { UnsupportedError } from "../../core/errors.js";
import { keepBeside, moduleUrl, resolvePackage } from "./module-place.js";
import { lazy } from "../../core/lazy.js";
import { processState } from "../../core/process-state.js";

/** Whether this is the code as it is written, which needs a loader for TypeScript. */
const isUnbuilt = moduleUrl.endsWith(".ts");

const findFolder = lazy(() => aboveDist() ?? installedFolder());

/**
 * The folder of the package, the one with package.json.
 * @throws UnsupportedError `CUTS_PACKAGE_MISSING` where a bundle has left it behind.
 */
export function packageFolder(): string {
  return findFolder();
}

function installedFolder(): string {
  try {
    return dirname(resolvePackage("cuts/package.json"));
  } catch (cause) {
    throw new UnsupportedError(
      "CUTS_PACKAGE_MISSING",
      `Cannot find the files of cuts: the package must be in a node_modules folder above this code (got ${moduleUrl})\n${keepBeside}`,
      { cause },
    );
  }
}

// Asking Node to resolve the package takes milliseconds, and this is on the way to a first launch.
function aboveDist(): string | undefined {
  const at = isUnbuilt ? -1 : moduleUrl.lastIndexOf("/dist/");
  if (at < 0) return undefined;
  const folder = fileURLToPath(moduleUrl.slice(0, at));
  // A bundle of somebody else may be in such a folder too.
  return existsSync(join(folder, "include/cuts")) ? folder : undefined;
}

/** The folder of the code that runs: src or dist. */
export function codeFolder(): string {
  return join(packageFolder(), isUnbuilt ? "src" : "dist");
}

/**
 * One of our own programs that is plain JavaScript, by its path below the code folder: what a thread can be started with.
 * @example new Worker(programUrl("backend/cpu/machine/worker.js"))
 */
export function programUrl(path: string): URL {
  return pathToFileURL(join(codeFolder(), path));
}

/**
 * The arguments with which Node runs one of our own programs that is written in TypeScript.
 * @example spawn(process.execPath, programArguments("backend/cpu/compile-main.ts"))
 */
export function programArguments(path: string): readonly string[] {
  const built = isUnbuilt ? state.builtPrograms : codeFolder();
  if (built !== undefined) return [join(built, path.replace(/\.ts$/, ".js"))];
  const loader = pathToFileURL(resolvePackage("tsx"));
  return ["--import", loader.href, join(codeFolder(), path)];
}

const state = processState(() => ({ builtPrograms: undefined as string | undefined }));

/**
 * Where code that runs from src/ finds its programs built, for tests: with a loader for TypeScript each start of one takes half a
 * second more. Undefined for none.
 */
export function useBuiltPrograms(folder: string | undefined): void {
  state.builtPrograms = folder;
}
