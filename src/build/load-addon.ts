// The public part of `loadAddon()`, which opens an addon that another build tool made. The implementation is loaded on the first
// call.

import type { FileUrl } from "../core/host-types.js";
import type { LoadAddonOptions } from "./load-options.js";
import type { Loaded } from "./loaded.js";

/**
 * Opens an addon that was not built by `load()`: a Node-API module with `cuts/extension.h`, built by CMake or by hand with the
 * options of {@link addonFlags}. It must be built with the headers of this version of CuTS.
 * @throws CutsError `CUTS_ADDON_LOAD` for a file that the system's loader refuses or that is no addon of this version;
 * TypeError `CUTS_SOURCES` for what is no path.
 * @example const { scale } = await loadAddon<{ scale(x: NDArray, by: number): NDArray }>("build/scale.node");
 */
export async function loadAddon<T = Readonly<Record<string, unknown>>>(
  path: string | FileUrl,
  options: LoadAddonOptions = {},
): Promise<Loaded<T>> {
  const { openBuilt } = await import("./load-sources.js");
  return openBuilt(path, options) as Loaded<T>;
}
