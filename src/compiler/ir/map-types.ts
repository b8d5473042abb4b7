// Replaces types wherever a module has them: of values, operands, parameters, members.

import type { IrModule } from "./module.js";
import { Layout } from "./layout.js";
import { isType, type Type } from "./type.js";

/** A module with other types; `change` gets every type as a whole, before its parts. */
export function mapTypes(module: IrModule, change: (type: Type) => Type): IrModule {
  const { globals, functions, declarations } = mapIn(
    { globals: module.globals, functions: module.functions, declarations: module.declarations },
    change,
  );
  const types = new Map(Array.from(module.types, ([name, body]) => [name, body && change(body)] as const));
  return {
    ...module,
    globals,
    functions,
    declarations,
    types,
    layout: new Layout(types, module.layout.pointerBytes),
  };
}

/** The parts of a module are plain data, so that types are found without knowing every kind of instruction. */
function mapIn<T>(data: T, change: (type: Type) => Type): T {
  if (typeof data !== "object" || data === null) return data;
  if (isType(data)) return change(data) as T;
  if (Array.isArray(data)) {
    const items = data.map((item: unknown) => mapIn(item, change));
    return items.some((item, i) => item !== data[i]) ? (items as T) : data;
  }
  const changed = Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    const after = mapIn(value, change);
    return after === value ? [] : [[key, after] as const];
  });
  return changed.length === 0 ? data : { ...data, ...Object.fromEntries(changed) };
}
