// The compiler and linker options for an addon, used by `load()` and by users' own builds.

import { dirname, join } from "node:path";
import { resolvePackage } from "../../host/assets.js";
import { packageFolder } from "../../host/assets.js";

/** The options of a C++ compiler and linker for a source that includes `cuts/extension.h`. */
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
 * The options that a C++ compiler and linker need to build an addon, for CMake and similar tools; {@link loadAddon} opens the
 * result.
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

/** The macros of an addon. */
export const addonDefines: readonly string[] = ["NAPI_VERSION=8"];

/** The include folders of an addon. */
export function addonIncludes(): readonly string[] {
  const manifest = resolvePackage("node-api-headers/package.json");
  return [join(packageFolder(), "include"), join(dirname(manifest), "include")];
}
