// Packages that ship kernels, the public part; the work is loaded when it is asked for.

import type { LoadOptions } from "./load.js";
import type { LoadInfo } from "./loaded.js";

/** What a package ships, and where it is written. */
export interface PrebuildOptions
  extends Pick<
    LoadOptions,
    "name" | "flags" | "cudaFlags" | "linkFlags" | "includes" | "defines" | "libraries"
  > {
  /** `.cu` files with kernels alone become modules; all others together one native library or addon. */
  readonly sources: readonly string[];
  /** Where relative paths start; the current directory by default. */
  readonly directory?: string;
  /** The folder of what is written; `dist` by default. */
  readonly out?: string;
  /** GPU architectures to compile for, such as `sm_90`; needs NVRTC or nvcc, and no GPU. */
  readonly archs?: readonly string[];
  /** Is told what is compiled. */
  readonly onStep?: (source: string) => void;
}

/** What was written. */
export interface PrebuiltOutput {
  /** The folder of package.json. */
  readonly root: string;
  readonly files: readonly string[];
  readonly kernels: readonly { readonly source: string; readonly targets: readonly string[] }[];
  readonly libraries: readonly { readonly name: string; readonly platform: string }[];
}

/**
 * Builds what a package ships so that it needs no compiler where it is installed: what `cuts build --prebuilt` does.
 * @throws CompileError; CutsError `CUTS_PACKAGE` without a package.json; as `load` does for libraries.
 * @example await prebuild({ sources: ["src/saxpy.cu"], archs: ["sm_80", "sm_90"] });
 */
export async function prebuild(options: PrebuildOptions): Promise<PrebuiltOutput> {
  const { prebuildSources } = await import("./package/prebuild.js");
  return prebuildSources(options);
}

/** What {@link buildSources} built. */
export interface BuiltSources {
  /** The files whose kernels are compiled. */
  readonly kernels: readonly string[];
  /** The device that they are compiled for. */
  readonly device: string;
  /** The library or addon that the other sources make. */
  readonly library?: LoadInfo;
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
