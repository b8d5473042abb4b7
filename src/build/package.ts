// Packages that ship kernels, the public part; the work is loaded when it is asked for.

import type { LoadOptions } from "./load-options.js";
import type { BuiltSources } from "./package/build-sources.js";
import type { PrebuildOptions, PrebuiltOutput } from "./package/prebuild-options.js";

/**
 * Builds what a package ships so that it needs no compiler where it is installed: what `cuts build --prebuilt` does.
 * @throws CompileError; CutsError `CUTS_PACKAGE` without a package.json; as `load` does for libraries.
 * @example await prebuild({ sources: ["src/saxpy.cu"], archs: ["sm_80", "sm_90"] });
 */
export async function prebuild(options: PrebuildOptions): Promise<PrebuiltOutput> {
  const { prebuildSources } = await import("./package/prebuild.js");
  return prebuildSources(options);
}

/**
 * Builds ahead of time, for the current device and into the cache: the kernels of `.cu` files that have nothing else, and one
 * library of all other sources. The program that imports or loads them compiles nothing. What `cuts build` does.
 * @throws CompileError; as `load` does for libraries.
 * @example await buildSources({ sources: ["src/saxpy.cu"] });
 */
export async function buildSources(
  options: LoadOptions & { readonly sources: readonly string[] },
): Promise<BuiltSources> {
  const work = await import("./package/build-sources.js");
  return work.buildSources(options);
}
