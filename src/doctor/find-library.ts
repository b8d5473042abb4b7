// Finds a shared library that may have several names: opens the first one that works, and tells which file the loader used.

import { readFileSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { tryOpenLibrary } from "../ffi/open-library.js";

/** A library that can be opened, or the reasons why none of its names can. */
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

/** The file that a loaded library came from; undefined if the system does not tell. */
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

/** The loader's reason, preceded by the name unless the reason contains it. */
function explain(candidate: string, reason: string): string {
  return reason.startsWith(candidate) ? reason : `${candidate}: ${reason}`;
}
