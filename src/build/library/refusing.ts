// Functions of a library that are there and cannot be called: they throw the reason when somebody does.

import { CutsError } from "../../core/errors.js";
import type { BoundFunction } from "../../ffi/bound-function.js";

/** The bound function, or one that throws what binding has thrown. */
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

/** A function that nobody may mean, such as a helper of C++: it throws the reason unless its name is another's. */
export function hide(functions: Record<string, BoundFunction>, name: string, error: Error): void {
  if (!Object.hasOwn(functions, name) && name !== "dispose") functions[name] = refusing(name, error);
}
