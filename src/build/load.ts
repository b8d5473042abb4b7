// The public part of `load()` and `buildAhead()`: their types. The implementation is loaded on the first call.

import type { LoadOptions } from "./load-options.js";
import type { Loaded, LoadedFunction, LoadInfo } from "./loaded.js";

/**
 * Builds C, C++ and CUDA sources and loads what they export: `extern "C"` functions, with the same checks as `dlopen`, or, for a
 * source that includes `cuts/extension.h`, the functions of its module. Sources that did not change since the last time are not
 * built again.
 *
 * The types of the functions come from `functions`, which is checked against the sources, or from `T`, which is not checked: then
 * only the arguments of each call are.
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

/**
 * The options of `load()`. Types do not exist at run time, so if `T` has C declarations, `functions` must repeat them to be
 * checked.
 */
export type LoadOptionsOf<T> = LoadOptions &
  ([DeclaredIn<T>] extends [never]
    ? unknown
    : { readonly functions: { readonly [N in DeclaredIn<T>]: T[N] } });

type DeclaredIn<T> = { [N in keyof T]-?: T[N] extends string ? N : never }[keyof T];

/**
 * Builds ahead of time what {@link load} would open, so that a later load compiles nothing.
 * @throws as {@link load} does.
 * @example const { path, files } = await buildAhead({ sources: ["wrapper.cpp", "kernel.cu"] });
 */
export async function buildAhead(options: LoadOptions): Promise<LoadInfo> {
  const work = await import("./load-sources.js");
  return work.buildAhead(options);
}
