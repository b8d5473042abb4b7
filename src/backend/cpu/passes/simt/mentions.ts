// Which functions and variables of a module others mention. Any mention counts: an address that is taken, or that stands in a table, may be called.

import { instructionsOf, type IrFunction, type IrGlobal } from "../../../../compiler/ir/module.js";
import { globalsIn, globalsOf } from "../../../../compiler/ir/operands.js";

/** The names of the functions and variables that a function mentions. */
export function mentionedIn(f: IrFunction): readonly string[] {
  return Array.from(instructionsOf(f), globalsOf).flat();
}

/** Those that the value of a variable mentions. */
export function mentionedByGlobal({ value }: IrGlobal): readonly string[] {
  return value === undefined ? [] : globalsIn(value);
}

/** The functions of a module that are mentioned, and those that they mention. */
export function calledFrom(
  mentioned: readonly string[],
  byName: ReadonlyMap<string, IrFunction>,
): Set<string> {
  const seen = new Set<string>();
  const work = [...mentioned];
  while (work.length > 0) {
    const name = work.pop() as string;
    const target = byName.get(name);
    if (!target || seen.has(name)) continue;
    seen.add(name);
    work.push(...mentionedIn(target));
  }
  return seen;
}
