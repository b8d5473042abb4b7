// Headers of the system and of toolkits. Every C++ source includes hundreds of them, and they change only when something is
// installed. So a cache key uses their path, size and time instead of their contents (one millisecond instead of fifteen).

import { statSync } from "node:fs";
import { sep } from "node:path";
import { quickHash } from "../../compiler/cache/digest.js";
import { toolkitFolders } from "../../native/cuda-folders.js";

const SYSTEM =
  /^(?:\/usr\/(?:include|lib|lib64|libexec|local\/include|local\/lib)\/|\/(?:lib|opt|nix\/store|Library\/Developer|Applications)\/|[A-Z]:\\(?:Program Files|msys64)\b)/;

/** Splits the files of a compilation into own and system files; files in one of `ownFolders` always count as own. */
export function partHeaders(
  files: readonly string[],
  ownFolders: readonly string[],
): { readonly own: readonly string[]; readonly system: readonly string[] } {
  const roots = toolkitFolders();
  const isBelow = (file: string, folder: string): boolean => file.startsWith(`${folder}${sep}`);
  const own: string[] = [];
  const system: string[] = [];
  for (const file of files) {
    const isSystem = SYSTEM.test(file) || roots.some((root) => isBelow(file, root));
    (isSystem && !ownFolders.some((folder) => isBelow(file, folder)) ? system : own).push(file);
  }
  return { own, system };
}

/** A hash of the headers' paths, sizes and times, which changes when one of them is replaced, changed or removed. */
export function stampOf(files: readonly string[]): string {
  const states = files.map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return `${file}:${stats?.size}:${stats?.mtimeMs}`;
  });
  return quickHash(states.join("\n"));
}
