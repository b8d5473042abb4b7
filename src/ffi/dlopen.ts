// Opens a shared library as a typed object: each C declaration becomes a function that checks its arguments before native
// code is entered. The declarations are read before the library is opened, so a typing mistake opens nothing.

import type { CheckedDeclarations } from "../cdecl/types/c-function.js";
import type { Callback } from "./callback.js";
import { readDeclarations, readTypes } from "./declarations.js";
import type { CallbackFunction, Declarations, Library, LibraryOptions } from "./library.js";
import { makeCallback, NativeLibrary } from "./native-library.js";
import { type LibraryName, openLibrary } from "./open-library.js";
import { typeContext } from "./signature.js";

/**
 * Opens a shared library and declares functions of it, in C.
 *
 * `path` is a path, relative to the current folder (`"./libsum.so"`), a bare name that the system's loader searches
 * (`"z"`, `"libz.so.1"`), a `file:` URL, or null for the process itself. A declaration may carry the name of its symbol,
 * `"int close(int fd)"`; without one the key is the symbol.
 *
 * Arguments are checked before native code is entered: their number, dtypes, lengths (`a[n]` against the argument `n`),
 * integer ranges, null, detached and disposed memory. 64-bit integers come back as bigint, `size_t` as number.
 *
 * @throws DeclarationError for a declaration that cannot be read, LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` or
 * `CUTS_SYMBOL_NOT_FOUND`, UnsupportedError for a type that cannot be passed, TypeError `CUTS_LIBRARY_NAME`.
 * @example
 * const lib = dlopen("m", { cos: "double(double)" });
 * lib.cos(0); // 1
 */
export function dlopen<const D extends Declarations, const Types extends string = "">(
  path: LibraryName,
  declarations: D & CheckedDeclarations<D, Types>,
  options: LibraryOptions<Types> = {},
): Library<D, Types> {
  const types = readTypes(options, "open a library");
  const declared = readDeclarations(declarations, types);
  const library = new NativeLibrary(openLibrary(path, options), typeContext(types), options.errno ?? false);
  try {
    const functions = declared.map((entry) => [entry.key, library.bind(entry)] as const);
    // The types of the functions are computed from the same texts that were parsed.
    const whole: unknown = Object.freeze({ ...Object.fromEntries(functions), ...library.methods() });
    return whole as Library<D, Types>;
  } catch (error) {
    library.dispose();
    throw error;
  }
}

/**
 * Registers a function for native code that keeps it, outside of a library; see `lib.callback`.
 * @param options `types`: C text with the types that the declaration names.
 */
export function callback<const Text extends string, const Types extends string = "">(
  declaration: Text,
  fn: CallbackFunction<Text, Types>,
  options: { readonly types?: Types } = {},
): Callback {
  return makeCallback(declaration, fn, typeContext(readTypes(options, "register a callback")));
}
