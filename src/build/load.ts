// `load()` and `buildAhead()`, the public part: what they take and give. The work is loaded when it is asked for.

import type { Device } from "../runtime/device.js";
import type { BuildProgress, Defines } from "./toolchain/build-request.js";
import type { Loaded, LoadedFunction, LoadInfo } from "./loaded.js";

/** What to load and how to build it. */
export interface LoadOptions {
  /** `.c`, C++ and `.cu` files, as paths or `file:` URLs. */
  readonly sources: string | URL | readonly (string | URL)[];
  /** What messages call it; the first source's name by default. */
  readonly name?: string;
  /** Where relative paths start; the current directory by default. */
  readonly directory?: string;
  /** What `.cu` sources are compiled for: `cpu`, `cuda`, `cuda:1`, or a Device; the current device by default. */
  readonly device?: string | Device;
  /** Options of the C and C++ compiler. */
  readonly flags?: readonly string[];
  /** Options of nvcc. */
  readonly cudaFlags?: readonly string[];
  /** Options of the link step, as the C++ compiler spells them. */
  readonly linkFlags?: readonly string[];
  /** Folders with headers. */
  readonly includes?: readonly string[];
  /** Macros: `{ N: 4, FAST: true }`. */
  readonly defines?: Defines;
  /** Static archives and shared libraries by path, others by bare name: `"./libfast.a"`, `"m"`. */
  readonly libraries?: readonly string[];
  /** "native" or "wasm"; decided by the sources, the device and the compilers of this machine by default. */
  readonly toolchain?: "native" | "wasm";
  /**
   * Functions by their C declarations, which type them, as `dlopen`'s do: `{ add: "int(int a, int b)" }`. They are held
   * against the sources when these are loaded. An array's length may be said here where the source does not.
   */
  readonly functions?: Readonly<Record<string, string>>;
  /** Is told what is built, step by step. Without it a build that takes long shows a line on the terminal. */
  readonly onProgress?: (progress: BuildProgress) => void;
}

/**
 * Builds C, C++ and CUDA sources and loads what they export: `extern "C"` functions, called with the checks that `dlopen`
 * makes, or, for a source that includes `cuts/extension.h`, the functions of its module. What did not change since the last
 * time is not built again.
 *
 * What the functions are for TypeScript is said by `functions`, which is checked when the sources are loaded, or by `T`, which
 * is your word: only their arguments are checked, call by call.
 *
 * @throws CompileError with file, line and the compiler's text; UnsupportedError `CUTS_COMPILER_NOT_FOUND`; CutsError
 * `CUTS_SOURCE` for a source that cannot be read; TypeError `CUTS_SIGNATURE` for a function that is declared otherwise than in
 * its source.
 * @example
 * const lib = await load({ sources: "add.c", functions: { add: "int(int a, int b)" } });
 * lib.add(1, 2); // 3
 */
export function load<const F extends Readonly<Record<string, string>>>(
  options: LoadOptions & { readonly functions: F },
): Promise<Loaded<F>>;
export function load<T = Readonly<Record<string, LoadedFunction>>>(
  options: LoadOptionsOf<T>,
): Promise<Loaded<T>>;
export async function load(options: LoadOptions): Promise<object> {
  const { loadSources } = await import("./load-sources.js");
  return loadSources(options);
}

/** A type is gone when a program runs: where `T` has C declarations, they must be given as `functions` as well, to be checked. */
export type LoadOptionsOf<T> = LoadOptions &
  ([DeclaredIn<T>] extends [never]
    ? unknown
    : { readonly functions: { readonly [N in DeclaredIn<T>]: T[N] } });

type DeclaredIn<T> = { [N in keyof T]-?: T[N] extends string ? N : never }[keyof T];

/**
 * Builds what {@link load} would open, ahead of time: the load that follows compiles nothing.
 * @throws as {@link load} does.
 * @example const { path, files } = await buildAhead({ sources: ["wrapper.cpp", "kernel.cu"] });
 */
export async function buildAhead(options: LoadOptions): Promise<LoadInfo> {
  const work = await import("./load-sources.js");
  return work.buildAhead(options);
}
