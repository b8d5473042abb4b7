// Shared libraries under several names: opens the first that opens, and says where the loader found it.

import { readFileSync } from "node:fs";
import { basename, isAbsolute } from "node:path";

/** A library that was opened, or the reason for each name why it was not. */
export type Opened<T> =
  | { readonly library: T; readonly where: string }
  | { readonly library: undefined; readonly failures: readonly Failure[] };

/** A name that did not open. */
export interface Failure {
  readonly name: string;
  readonly reason: string;
}

/** Calls `open` with one name after the other until one does not throw. */
export function openFirst<T>(names: readonly string[], open: (name: string) => T): Opened<T> {
  const failures: Failure[] = [];
  for (const name of names) {
    try {
      const library = open(name);
      return { library, where: loadedPath(name) ?? name };
    } catch (error) {
      failures.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { library: undefined, failures };
}

/** The file a loaded library came from; undefined where the system does not tell. */
export function loadedPath(name: string): string | undefined {
  if (isAbsolute(name)) return name;
  let maps: string;
  try {
    maps = readFileSync("/proc/self/maps", "latin1");
  } catch {
    return undefined;
  }
  for (const line of maps.split("\n")) {
    const path = line.slice(line.indexOf("/"));
    if (path.startsWith("/") && basename(path).startsWith(name)) return path;
  }
  return undefined;
}
