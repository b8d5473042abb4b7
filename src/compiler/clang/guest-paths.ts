// Paths as the compiler sees them. A host path is itself, with "/" and under the root: C:\a\b.h is /C:/a/b.h.

import { dirname, isAbsolute, rootOf } from "../../host/paths.js";

/** The guest path of an absolute host path. */
export function guestPath(hostPath: string): string {
  const slashes = hostPath.replaceAll("\\", "/");
  return slashes.startsWith("/") ? slashes : `/${slashes}`;
}

/** The host path of a guest path that {@link guestPath} made. */
export function hostPath(path: string): string {
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
}

/**
 * What a compilation mounts so that a source called `name` finds the files beside it and those of `includeDirs`: the file
 * systems they are on, because `#include "../common.h"` leaves any folder. A source without a place finds nothing.
 */
export function sourceMounts(name: string, includeDirs: readonly string[]): Record<string, string> {
  const directories = [...(isAbsolute(name) ? [dirname(name)] : []), ...includeDirs];
  const roots = directories.map((directory) => rootOf(directory));
  return Object.fromEntries(roots.map((root) => [guestPath(root), root]));
}

/** Where a source called `name` is for the compiler: a file of the host at its own path, anything else in the root. */
export function sourcePath(name: string): string {
  return isAbsolute(name) ? guestPath(name) : `/${name.replaceAll("\\", "/")}`;
}
