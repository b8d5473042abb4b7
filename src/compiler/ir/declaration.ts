// Declarations of functions that another module defines.

import { functionHead } from "./builder.js";
import type { IrFunction, IrModule } from "./module.js";
import type { Type } from "./type.js";

/** A function that others have. */
export function declaration(
  name: string,
  type: Type,
  parameters: readonly Type[],
  attributes: readonly string[] = [],
): IrFunction {
  const head = functionHead(
    name,
    type,
    parameters.map((parameter, i) => ({ name: `%num.${i}`, type: parameter })),
  );
  return { ...head, attributes, blocks: [] };
}

/** A module that also declares these functions, as far as it does not have them already. */
export function withDeclarations(module: IrModule, wanted: readonly IrFunction[]): IrModule {
  const known = new Set([...module.functions, ...module.declarations].map(({ name }) => name));
  const missing = wanted.filter(({ name }) => !known.has(name));
  return missing.length === 0 ? module : { ...module, declarations: [...module.declarations, ...missing] };
}
