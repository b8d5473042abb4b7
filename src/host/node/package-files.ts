// Files of this package that are found by path: headers, and programs that run in their own process or thread. The code may run
// unbuilt from src/ or bundled from dist/; a program has the same path below both.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { UnsupportedError } from "../../core/errors.js";
import { keepBeside, moduleUrl, resolvePackage } from "./module-place.js";
import { lazy } from "../../core/lazy.js";
import { processState } from "../../core/process-state.js";

/** Whether the code runs unbuilt from src/, which needs a TypeScript loader. */
const isUnbuilt = moduleUrl.endsWith(".ts");

const findFolder = lazy(() => aboveDist() ?? installedFolder());

/**
 * The folder of the package, the one with package.json.
 * @throws UnsupportedError `CUTS_PACKAGE_MISSING` if the code was bundled without it.
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

// Resolving the package through Node would take milliseconds and delay the first launch.
function aboveDist(): string | undefined {
  const at = isUnbuilt ? -1 : moduleUrl.lastIndexOf("/dist/");
  if (at < 0) return undefined;
  const folder = fileURLToPath(moduleUrl.slice(0, at));
  // Another project's bundle may be in a folder of this name too.
  return existsSync(join(folder, "include/cuts")) ? folder : undefined;
}

/** The folder of the running code: src or dist. */
export function codeFolder(): string {
  return join(packageFolder(), isUnbuilt ? "src" : "dist");
}

/**
 * The URL of one of our own JavaScript programs, for starting a thread. `path` is relative to the code folder.
 * @example new Worker(programUrl("backend/cpu/machine/worker.js"))
 */
export function programUrl(path: string): URL {
  return pathToFileURL(join(codeFolder(), path));
}

/**
 * The arguments with which Node runs one of our own TypeScript programs. `path` is relative to the code folder.
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
 * For tests that run from src/: sets the folder with built programs, because starting one through a TypeScript loader takes half a
 * second more. Undefined unsets it.
 */
export function useBuiltPrograms(folder: string | undefined): void {
  state.builtPrograms = folder;
}
