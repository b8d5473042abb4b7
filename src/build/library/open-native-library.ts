// A built library as an object of functions: what the sources declare is bound to what the file exports.

import type { BoundFunction } from "../../ffi/bound-function.js";
import { NativeLibrary } from "../../ffi/native-library.js";
import { findSymbol, openLibrary } from "../../ffi/open-library.js";
import { typeContext } from "../../ffi/signature.js";
import { CutsError } from "../../core/errors.js";
import type { ExternCSearch, UnreadableFunction } from "./declarations.js";

/** Functions by name, and how to be rid of them. */
export interface OpenedFunctions {
  readonly functions: Readonly<Record<string, BoundFunction>>;
  readonly close: () => void;
}

/**
 * Opens a library and binds the functions that its sources export. A function that cannot be bound is there too, and
 * throws the reason when it is called.
 */
export function openNativeLibrary(
  name: string,
  path: string,
  sources: readonly ExternCSearch[],
): OpenedFunctions {
  const libraries: NativeLibrary[] = [];
  const functions: Record<string, BoundFunction> = {};
  for (const { functions: declared, unreadable, types } of sources) {
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
  }
  return {
    functions,
    close: () => {
      for (const library of libraries) library.close();
    },
  };
}

function bindOrRefuse(name: string, bind: () => BoundFunction): BoundFunction {
  try {
    return bind();
  } catch (error) {
    if (!(error instanceof CutsError)) throw error;
    return refusing(name, error);
  }
}

function refusing(name: string, error: UnreadableFunction["error"] | CutsError): BoundFunction {
  const refuse = (): never => {
    throw error;
  };
  Object.defineProperty(refuse, "name", { value: name });
  return Object.assign(refuse, { async: async () => refuse() });
}
