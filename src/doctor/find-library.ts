// Shared libraries under several names: the first that opens, and the file the loader took for it.

import { readFileSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { tryOpenLibrary } from "../ffi/open-library.js";

/** A library that opens, or why none of its names does. */
export type LibrarySearch =
  | { readonly name: string; readonly where: string }
  | { readonly name: undefined; readonly tried: readonly string[] };

/** Opens the first of `names` that opens, and closes it again. */
export function findLibrary(names: readonly string[]): LibrarySearch {
  const { library, attempts } = tryOpenLibrary(names);
  const name = library?.path;
  if (name === undefined || name === null) {
    return { name: undefined, tried: attempts.map(({ candidate, reason }) => explain(candidate, reason)) };
  }
  const where = loadedPath(name) ?? name;
  library?.handle.unload();
  return { name, where };
}

/** The file that a loaded library came from; undefined where the system does not tell. */
export function loadedPath(name: string): string | undefined {
  if (isAbsolute(name)) return name;
  // libcuda.so.1 is a link to libcuda.so.580.95: versions in names say nothing.
  const stem = name.replace(/\.so[.\d]*$/, ".so");
  let maps: string;
  try {
    maps = readFileSync("/proc/self/maps", "latin1");
  } catch {
    return undefined;
  }
  for (const line of maps.split("\n")) {
    const path = line.slice(line.indexOf("/"));
    if (path.startsWith("/") && basename(path).startsWith(stem)) return path;
  }
  return undefined;
}

/** A name with the loader's reason, unless the reason names it already. */
function explain(candidate: string, reason: string): string {
  return reason.startsWith(candidate) ? reason : `${candidate}: ${reason}`;
}
