// Headers of the system and of toolkits: there are hundreds in every C++ source, and they change when something is
// installed. Their place, size and time stand for their contents, which is a millisecond instead of fifteen; all other
// files go by contents.

import { statSync } from "node:fs";
import { sep } from "node:path";
import { quickHash } from "../../compiler/cache/digest.js";
import { toolkitFolders } from "../../native/cuda-folders.js";

const SYSTEM =
  /^(?:\/usr\/(?:include|lib|lib64|libexec|local\/include|local\/lib)\/|\/(?:lib|opt|nix\/store|Library\/Developer|Applications)\/|[A-Z]:\\(?:Program Files|msys64)\b)/;

/** Parts the files of a compilation; what lies in one of `ownFolders` is never the system's. */
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

/** What the headers are now, in a word: it changes when one of them is replaced, changed or removed. */
export function stampOf(files: readonly string[]): string {
  const states = files.map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return `${file}:${stats?.size}:${stats?.mtimeMs}`;
  });
  return quickHash(states.join("\n"));
}
