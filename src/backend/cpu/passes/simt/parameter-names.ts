// Before: parameters have any names. After: none has a name that the entry point or the driver has for a value or a label of its own, since LLVM has
// one list for both. Other names of theirs have a dot, which no parameter of the source has.

import { renameLocals } from "../../../../compiler/ir/operands.js";
import { type IrFunction, mapBlocks } from "../../../../compiler/ir/module.js";

const OWN_NAMES: ReadonlySet<string> = new Set(
  "%launch %begin %end %resume %done %finished %round %schedule %stopped %warp".split(" "),
);

/** Whether the functions around a kernel have it too; `%r` and a number is a region. */
function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name) || (name.startsWith("%r") && Number.isInteger(Number(name.slice(2) || "none")));
}

/** The parameters and blocks of a kernel with other names for parameters that would clash. */
export function renameParameters<K extends Pick<IrFunction, "parameters" | "blocks">>(f: K): K {
  const clashing = f.parameters.map(({ name }) => name).filter(isOwnName);
  if (clashing.length === 0) return f;
  const names = new Map(clashing.map((name) => [name, `${name}.parameter`]));
  const renamed = (name: string): string => names.get(name) ?? name;
  return {
    ...f,
    parameters: f.parameters.map((p) => ({ ...p, name: renamed(p.name) })),
    blocks: mapBlocks(f.blocks, (i) => renameLocals(i, renamed)),
  };
}
