// Files of this package that are reached by path: headers, and the programs that run in a process or a thread of their
// own. The code runs as it is written, from src/, or bundled, from dist/; a program has the same path below both.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Whether this is the code as it is written, which needs a loader for TypeScript. */
const isUnbuilt = import.meta.url.endsWith(".ts");

let found: string | undefined;

/** The folder of the package, the one with package.json. */
export function packageFolder(): string {
  found ??= aboveDist() ?? dirname(createRequire(import.meta.url).resolve("cuts/package.json"));
  return found;
}

// Asking Node to resolve the package takes milliseconds, and this is on the way to a first launch.
function aboveDist(): string | undefined {
  const at = isUnbuilt ? -1 : import.meta.url.lastIndexOf("/dist/");
  return at < 0 ? undefined : fileURLToPath(import.meta.url.slice(0, at));
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
  const built = isUnbuilt ? builtPrograms : codeFolder();
  if (built !== undefined) return [join(built, path.replace(/\.ts$/, ".js"))];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx"));
  return ["--import", loader.href, join(codeFolder(), path)];
}

let builtPrograms: string | undefined;

/**
 * Where code that runs from src/ finds its programs built, for tests: with a loader for TypeScript each start of one takes half a
 * second more. Undefined for none.
 */
export function useBuiltPrograms(folder: string | undefined): void {
  builtPrograms = folder;
}
