// Finds values that are cheaper to compute again after a wait than to keep in memory across it, and makes the instructions that compute them. They
// are pure functions of the kernel's parameters, coordinates and constants. Most of what the optimiser hoists out of loops is of this kind.

import {
  type Binary,
  BINARY_OPS,
  CAST_OPS,
  type Instruction,
  intrinsicOf,
} from "../../../../compiler/ir/instruction.js";
import { localsOf } from "../../../../compiler/ir/operands.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";

const DIVISIONS: ReadonlySet<string> = new Set(["udiv", "sdiv", "urem", "srem"]);

function isDivision(i: Instruction): i is Binary {
  return DIVISIONS.has(i.op);
}

/** Instructions that can be computed anew anywhere in the kernel, by result. */
export function rematerialisable(cfg: Cfg, parameters: ReadonlySet<string>): Map<string, Instruction> {
  const found = new Map<string, Instruction>();
  const isFree = (name: string): boolean =>
    parameters.has(name) || name.startsWith("%cuts.") || found.has(name);
  for (let grown = true; grown; ) {
    grown = false;
    for (const block of cfg.blocks) {
      for (const i of block.instructions) {
        if (!i.result || found.has(i.result) || !isPure(i) || !localsOf(i).every(isFree)) continue;
        found.set(i.result, i);
        grown = true;
      }
    }
  }
  return found;
}

/** The values needed to compute `roots`, operands before users; all of them rematerialisable. */
export function computationOf(
  roots: Iterable<string>,
  pure: ReadonlyMap<string, Instruction>,
): Instruction[] {
  const order: Instruction[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const i = pure.get(name);
    if (!i || seen.has(name)) return;
    seen.add(name);
    for (const operand of localsOf(i)) visit(operand);
    order.push(i);
  };
  for (const root of roots) visit(root);
  return order;
}

/** Operations that compute from their operands alone. */
const PURE: ReadonlySet<string> = new Set([
  ...BINARY_OPS.filter((op) => op !== "frem" && !DIVISIONS.has(op)),
  ...CAST_OPS,
  ...(["fneg", "icmp", "fcmp", "select", "getelementptr", "shufflevector"] as const),
  ...(["extractvalue", "insertvalue", "extractelement", "insertelement"] as const),
] satisfies Instruction["op"][]);

/** Intrinsics that do. */
const PURE_INTRINSICS: ReadonlySet<string> = new Set(
  "smax smin umax umin abs fabs sqrt ctpop bswap bitreverse floor ceil trunc rint copysign fshl fshr".split(
    " ",
  ),
);

/** Whether an instruction computes from its operands alone, and may run where the program does not. */
export function isPure(i: Instruction): boolean {
  if (PURE.has(i.op)) return true;
  // Division traps in WebAssembly, so it may only run where the program runs it, unless the divisor is a constant.
  if (isDivision(i)) return i.right.kind === "int" && i.right.value > 0n;
  const intrinsic = intrinsicOf(i);
  return intrinsic !== undefined && PURE_INTRINSICS.has(intrinsic);
}
