// Where the libraries of CUDA are: what the environment says, the system's loader, the toolkit's customary folders, Python's
// packages (pip and conda). Nothing is opened here; what is found and what was tried is told to whoever opens it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  libraryFolders,
  loaderFolders,
  pythonSites,
  type SearchPlace,
  thisProcess,
  toolkitFolders,
  environmentToolkits,
} from "./cuda-folders.js";
import type { LibraryFiles } from "./library-files.js";

/** Names and paths to open, most wanted first. */
export type FoundLibrary = readonly string[];

/**
 * The candidates for a library, most wanted first: the file a variable names, and then nothing else; a toolkit of the
 * environment; the names that the loader resolves; other toolkits; Python's packages. Paths are of files that exist.
 */
export function findCudaLibrary(files: LibraryFiles, place: SearchPlace = thisProcess()): FoundLibrary {
  const given = place.environment[files.variable];
  if (given !== undefined && given !== "") return [given];
  const names = place.platform === "win32" ? files.windows : files.linux;
  const bare = names.filter((name) => !name.includes("/"));
  const inFolders = (folders: readonly string[]): readonly string[] =>
    folders.flatMap((folder) => bare.map((name) => join(folder, name))).filter((path) => existsSync(path));
  const inToolkits = (roots: readonly string[]): readonly string[] =>
    inFolders(roots.flatMap((root) => libraryFolders(root, place)));
  const all = [
    ...inToolkits(environmentToolkits(place)),
    ...names,
    ...inToolkits(toolkitFolders(place)),
    ...inFolders(pythonFolders(files, place)),
  ];
  return [...new Set(all)];
}

/** The file that will be opened for a library, where it can be told without opening it. */
export function libraryFile(files: LibraryFiles): string | undefined {
  const place = thisProcess();
  const folders = loaderFolders(place);
  for (const name of findCudaLibrary(files, place)) {
    if (name.includes("/") || name.includes("\\")) {
      if (existsSync(name)) return name;
      continue;
    }
    const folder = folders.find((one) => existsSync(join(one, name)));
    if (folder !== undefined) return join(folder, name);
  }
  return undefined;
}

function pythonFolders(files: LibraryFiles, place: SearchPlace): readonly string[] {
  const subfolders = place.platform === "win32" ? [join("bin", "x86_64"), "bin"] : ["lib"];
  return pythonSites(place).flatMap((site) =>
    files.pythonPackages.flatMap((name) => subfolders.map((folder) => join(site, "nvidia", name, folder))),
  );
}
