// Finds packages in node_modules and their versions, without loading them.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lazy } from "../core/lazy.js";
import { packageFolder, resolvePackage } from "../host/assets.js";

/** An installed package. */
export interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
  /** The file that `import` loads. */
  readonly entry: string;
}

/** Finds a package as an import in CuTS would; undefined if it is not installed. */
export function findPackage(name: string): InstalledPackage | undefined {
  let entry: string;
  try {
    entry = resolvePackage(name);
  } catch {
    return undefined;
  }
  // Packages may hide their package.json from `require`, so it is looked for upwards from the entry.
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(folder);
    if (manifest?.name === name) return { folder, version: manifest.version, entry };
  }
  return undefined;
}

/** The version of CuTS. */
export const cutsVersion: () => string = lazy(() => {
  const version = readManifest(packageFolder())?.version;
  if (version === undefined) throw new Error("internal: package.json is not where it belongs");
  return version;
});

function readManifest(folder: string): { readonly name: string; readonly version: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      name: string;
      version: string;
    };
  } catch {
    return undefined;
  }
}
