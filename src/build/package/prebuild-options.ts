// The types of `prebuild()`.

import type { LoadOptions } from "../load-options.js";

/** What a package ships, and where the files are written. */
export interface PrebuildOptions
  extends Pick<
    LoadOptions,
    "name" | "options" | "cudaOptions" | "linkOptions" | "includes" | "defines" | "libraries" | "onProgress"
  > {
  /** `.cu` files with kernels alone become modules; all others together one native library or addon. */
  readonly sources: readonly string[];
  /** Where relative paths start; the current directory by default. */
  readonly directory?: string;
  /** The folder of what is written; `dist` by default. */
  readonly out?: string;
  /** GPU architectures to compile for, such as `sm_90`; needs NVRTC or nvcc, and no GPU. */
  readonly archs?: readonly string[];
}

/** The files that were written. */
export interface PrebuiltOutput {
  /** The folder of package.json. */
  readonly root: string;
  readonly files: readonly string[];
  readonly kernels: readonly { readonly source: string; readonly targets: readonly string[] }[];
  readonly libraries: readonly { readonly name: string; readonly platform: string }[];
}
