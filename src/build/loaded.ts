// The types of a loaded object, and the information it holds about itself.

import type { NativeFunction } from "../ffi/library.js";

/** The key of a loaded object's information; {@link loadInfo} reads it. */
export const loaded: unique symbol = Symbol.for("cuts.loaded");

/** What was loaded, and how it was built. */
export interface LoadInfo {
  readonly name: string;
  /** "library": `extern "C"` functions. "addon": a module over cuts/extension.h. */
  readonly kind: "library" | "addon";
  /** "native": the compilers of this machine. "wasm": the embedded clang, no compiler needed. */
  readonly toolchain: "native" | "wasm";
  /** The device that `.cu` sources were compiled for. */
  readonly device: string;
  /** The file that was opened; absent for WebAssembly. */
  readonly path?: string;
  /** All your sources and headers that it was built from. */
  readonly files: readonly string[];
  /** Whether something was compiled for this call. */
  readonly isFresh: boolean;
  /** The functions as C declares them: `void scale(float x[n], int n)`. */
  readonly declarations: readonly string[];
  /** The text of a `.d.ts` file with the types of all that an addon has; absent for libraries. */
  readonly types?: string;
  /** Functions that cannot be called, with the reason; includes C++ functions that are not `extern "C"`. */
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** A function whose TypeScript type is unknown; its arguments are checked at each call. */
export interface LoadedFunction {
  (...args: readonly unknown[]): unknown;
  /** The same call on another thread; a function of an addon has it only if the addon declares it async. */
  readonly async: (...args: readonly unknown[]) => Promise<unknown>;
}

/** The members of every loaded object besides its functions. */
export interface LoadedMethods extends Disposable {
  /** Closes it: later calls throw a DisposedError. Can be called twice. A native addon stays loaded in Node. */
  dispose(): void;
  readonly [loaded]: LoadInfo;
}

/**
 * A loaded object. `T` gives the types of its functions: TypeScript signatures, or C declarations as `dlopen` reads them, such as
 * `{ add: "int(int a, int b)" }`. `Types` is C text with the types that these declarations name.
 */
export type Loaded<T = Readonly<Record<string, LoadedFunction>>, Types extends string = ""> = {
  readonly [Name in keyof T]: T[Name] extends string ? NativeFunction<T[Name], Types> : T[Name];
} & LoadedMethods;

/** The kind, toolchain, files and functions of a loaded object. */
export function loadInfo(library: LoadedMethods): LoadInfo {
  return library[loaded];
}
