// What a compiler is given for an addon: by `load()`, and by a build of the user's own.

import { dirname, join } from "node:path";
import { resolvePackage } from "../../host/assets.js";
import { packageFolder } from "../../host/assets.js";

/** What a C++ compiler and linker need for a source that includes `cuts/extension.h`. */
export interface AddonFlags {
  /** Folders with headers: CuTS's own, and Node-API's. */
  readonly includes: readonly string[];
  /** Macros, as `NAME=value`. */
  readonly defines: readonly string[];
  /** Options of the C++ compiler, as gcc and clang spell them. */
  readonly options: readonly string[];
  /** Options of the link step. */
  readonly linkOptions: readonly string[];
}

/**
 * What a C++ compiler and linker need to build an addon, for CMake and its like; {@link loadAddon} opens what they make.
 * @example
 * const { includes } = addonFlags(); // ["…/cuts/include", "…/node-api-headers/include"]
 */
export function addonFlags(): AddonFlags {
  const isMac = process.platform === "darwin";
  return {
    includes: addonIncludes(),
    defines: addonDefines,
    options: ["-std=c++17", "-fPIC", "-fvisibility=hidden"],
    // Node itself has what an addon leaves open.
    linkOptions: isMac ? ["-bundle", "-undefined", "dynamic_lookup"] : ["-shared"],
  };
}

/** Macros of an addon. */
export const addonDefines: readonly string[] = ["NAPI_VERSION=8"];

/** Folders with the headers of an addon. */
export function addonIncludes(): readonly string[] {
  const manifest = resolvePackage("node-api-headers/package.json");
  return [join(packageFolder(), "include"), join(dirname(manifest), "include")];
}
