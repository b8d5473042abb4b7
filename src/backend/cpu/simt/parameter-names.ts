// The names of a kernel's parameters, kept apart from those that the entry point and the driver have for values and labels of
// their own: LLVM has one list of names for both. What the pass names with a dot cannot be a parameter's name anyway.

import { renameLocals } from "../../../compiler/ir/operands.js";
import type { IrFunction } from "../../../compiler/ir/module.js";

const OWN_NAMES: ReadonlySet<string> = new Set([
  ...[
    "%launch",
    "%begin",
    "%end",
    "%resume",
    "%done",
    "%finished",
    "%round",
    "%schedule",
    "%stopped",
    "%warp",
  ],
]);

/** Whether the functions around a kernel have it too; `%r` and a number is a region. */
function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name) || (name.startsWith("%r") && Number.isInteger(Number(name.slice(2) || "none")));
}

/** The kernel with other names for parameters that would clash. */
export function renameParameters(f: IrFunction): IrFunction {
  const clashing = f.parameters.map(({ name }) => name).filter(isOwnName);
  if (clashing.length === 0) return f;
  const names = new Map(clashing.map((name) => [name, `${name}.parameter`]));
  const renamed = (name: string): string => names.get(name) ?? name;
  return {
    ...f,
    parameters: f.parameters.map((p) => ({ ...p, name: renamed(p.name) })),
    blocks: f.blocks.map(({ label, instructions }) => ({
      label,
      instructions: instructions.map((i) => renameLocals(i, renamed)),
    })),
  };
}
