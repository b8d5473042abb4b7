// The names of a kernel's parameters, kept apart from those that the entry point and the driver have for values and labels of
// their own: LLVM has one list of names for both. What the pass names with a dot cannot be a parameter's name anyway.

import type { Instruction, IrFunction } from "./ir.js";

const OWN_NAMES = /^%(?:launch|begin|end|resume|done|finished|round|schedule|stopped|warp|r\d+)$/;

/** The kernel with other names for parameters that would clash. */
export function renameParameters(f: IrFunction): IrFunction {
  const clashing = f.parameters.map(({ name }) => name).filter((name) => OWN_NAMES.test(name));
  if (clashing.length === 0) return f;
  const words = clashing.map((name) => name.slice(1)).join("|");
  const pattern = new RegExp(`%(${words})(?![-a-zA-Z$._0-9])`, "g");
  const renamed = (text: string): string => text.replace(pattern, "%$1.parameter");
  return {
    ...f,
    parameters: f.parameters.map((p) => ({ ...p, name: renamed(p.name) })),
    blocks: f.blocks.map((block) => ({
      ...block,
      instructions: block.instructions.map(
        (i): Instruction => ({
          ...i,
          text: renamed(i.text),
          operands: i.operands.map(renamed),
        }),
      ),
    })),
  };
}
