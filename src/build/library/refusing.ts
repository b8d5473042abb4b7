// Functions of a library that exist but cannot be called: calling one throws the reason.

import { CutsError } from "../../core/errors.js";
import type { BoundFunction } from "../../ffi/bound-function.js";

/** The bound function, or one that throws the error of binding it. */
export function bindOrRefuse(name: string, bind: () => BoundFunction): BoundFunction {
  try {
    return bind();
  } catch (error) {
    if (!(error instanceof CutsError)) throw error;
    return refusing(name, error);
  }
}

/** A function that throws the reason why it cannot be called. */
export function refusing(name: string, error: Error): BoundFunction {
  const refuse = (): never => {
    throw error;
  };
  Object.defineProperty(refuse, "name", { value: name });
  return Object.assign(refuse, { async: async () => refuse() });
}

/** Adds a throwing function under this name, unless the name is taken; for functions without C linkage, such as C++ helpers. */
export function hide(functions: Record<string, BoundFunction>, name: string, error: Error): void {
  if (!Object.hasOwn(functions, name) && name !== "dispose") functions[name] = refusing(name, error);
}
