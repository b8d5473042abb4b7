// Opens a built library as an object of functions: binds what the sources declare to what the file exports.

import type { BoundFunction } from "../../ffi/bound-function.js";
import { NativeLibrary } from "../../ffi/native-library.js";
import { findSymbol, openLibrary } from "../../ffi/open-library.js";
import { typeContext } from "../../ffi/signature.js";
import type { ExternCSearch } from "./declarations.js";
import { bindOrRefuse, hide, refusing } from "./refusing.js";

/** Functions by name, and how to close the library. */
export interface OpenedFunctions {
  readonly functions: Readonly<Record<string, BoundFunction>>;
  readonly close: () => void;
}

/**
 * Opens a library and binds the functions that its sources export. A function that cannot be bound exists too, and throws the
 * reason when it is called.
 */
export function openNativeLibrary(
  name: string,
  path: string,
  sources: readonly ExternCSearch[],
): OpenedFunctions {
  const libraries: NativeLibrary[] = [];
  const functions: Record<string, BoundFunction> = {};
  for (const { functions: declared, unreadable, hidden, types } of sources) {
    const opened = { ...openLibrary(path), label: name };
    // One for each source: the same name may stand for another type there.
    const library = new NativeLibrary(opened, typeContext(types), false);
    libraries.push(library);
    for (const { name, signature, isUncertain } of declared) {
      if (isUncertain && findSymbol(opened, name) === undefined) continue;
      functions[name] = bindOrRefuse(name, () =>
        library.bind({ key: name, symbol: name, declaration: signature }),
      );
    }
    for (const { name, error } of unreadable) functions[name] = refusing(name, error);
    for (const { name, error } of hidden) hide(functions, name, error);
  }
  return {
    functions,
    close: () => {
      for (const library of libraries) library.dispose();
    },
  };
}
