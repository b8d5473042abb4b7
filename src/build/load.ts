// `load()` and `buildAhead()`, the public part: what they take and give. The work is loaded when it is asked for.

import type { LoadOptions } from "./load-options.js";
import type { Loaded, LoadedFunction, LoadInfo } from "./loaded.js";

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
export function load<const F extends Readonly<Record<string, string>>, const Types extends string = "">(
  options: LoadOptions & { readonly functions: F; readonly types?: Types },
): Promise<Loaded<F, Types>>;
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
