// `loadAddon()`, the public part: an addon that somebody else has built. The work is loaded when it is asked for.

import type { FileUrl } from "../core/host-types.js";
import type { LoadAddonOptions } from "./load-options.js";
import type { Loaded } from "./loaded.js";

/**
 * Opens an addon that was built by other means than `load()`: a Node-API module over `cuts/extension.h`, made by CMake or a
 * plain call of a compiler with what {@link addonFlags} says. It must be built with the headers of this version of CuTS.
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
