// The public part of building packages that ship kernels. The implementation is loaded on the first call.

import type { LoadOptions } from "./load-options.js";
import type { BuiltSources } from "./package/build-sources.js";
import type { PrebuildOptions, PrebuiltOutput } from "./package/prebuild-options.js";

/**
 * Builds the files that a package ships so that it needs no compiler where it is installed, as `cuts build --prebuilt` does.
 * @throws CompileError; CutsError `CUTS_PACKAGE` without a package.json; as `load` does for libraries.
 * @example await prebuild({ sources: ["src/saxpy.cu"], archs: ["sm_80", "sm_90"] });
 */
export async function prebuild(options: PrebuildOptions): Promise<PrebuiltOutput> {
  const { prebuildSources } = await import("./package/prebuild.js");
  return prebuildSources(options);
}

/**
 * Builds ahead of time, for the current device and into the cache, as `cuts build` does: the kernels of `.cu` files that contain
 * only kernels, and one library of all other sources. A program that imports or loads them then compiles nothing.
 * @throws CompileError; as `load` does for libraries.
 * @example await buildSources({ sources: ["src/saxpy.cu"] });
 */
export async function buildSources(
  options: LoadOptions & { readonly sources: readonly string[] },
): Promise<BuiltSources> {
  const work = await import("./package/build-sources.js");
  return work.buildSources(options);
}
