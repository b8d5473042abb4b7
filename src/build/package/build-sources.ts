// The implementation of `buildSources()`: compiles everything exactly as the program will request it, so that it is in the cache.

import { resolve } from "node:path";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { currentDevice, toDevice } from "../../runtime/devices/devices.js";
import { module } from "../../runtime/modules/module.js";
import { buildAhead } from "../load.js";
import type { LoadOptions } from "../load-options.js";
import type { LoadInfo } from "../loaded.js";
import { splitSources } from "./split-sources.js";

/** What `buildSources` built. */
export interface BuiltSources {
  /** The files whose kernels are compiled. */
  readonly kernels: readonly string[];
  /** The device that they are compiled for. */
  readonly device: string;
  /** The library or addon that the other sources make. */
  readonly library?: LoadInfo;
}

/** Builds; see the public function of this name. */
export async function buildSources(
  options: LoadOptions & { readonly sources: readonly string[] },
): Promise<BuiltSources> {
  const given: unknown = options?.sources;
  if (!Array.isArray(given) || !given.every((source) => typeof source === "string")) {
    throw new ArgumentTypeError(
      "CUTS_SOURCES",
      `Cannot build sources: \`sources\` must be a list of paths (got ${formatValue(given)})` +
        '\nTry: buildSources({ sources: ["src/saxpy.cu"] })',
    );
  }
  const { sources, directory = ".", device = currentDevice().id } = options;
  const { kernels, library } = splitSources(sources.map((source) => resolve(directory, source)));
  for (const { path, text, headers } of kernels) {
    using code = module(text, {
      device,
      // As `cuts/register` names it.
      fileName: path,
      ...(headers.size > 0 && { headers: Object.fromEntries(headers) }),
    });
    await code.ready();
  }
  return {
    kernels: kernels.map(({ path }) => path),
    device: toDevice(device).id,
    ...(library.length > 0 && { library: await buildAhead({ ...options, sources: library }) }),
  };
}
