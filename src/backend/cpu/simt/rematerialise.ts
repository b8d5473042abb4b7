// Values that are cheaper to compute again after a wait than to keep in memory across it: pure functions of the
// kernel's parameters, coordinates and constants. Most of what the optimiser hoists out of loops is of this kind.

import type { Cfg } from "../../../compiler/ir/cfg.js";
import type { Instruction } from "./ir.js";
import { calleeOf, localsOf, opcodeOf, textOf } from "./ir.js";

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

const PURE = new Set(
  (
    "add sub mul shl lshr ashr and or xor fadd fsub fmul fdiv fneg icmp fcmp select getelementptr trunc zext sext " +
    "fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast extractvalue " +
    "insertvalue extractelement insertelement shufflevector"
  ).split(" "),
);

/** Whether an instruction computes from its operands alone, and may run where the program does not. */
export function isPure(i: Instruction): boolean {
  if (PURE.has(opcodeOf(i))) return true;
  // Division traps in WebAssembly, so it may only run where the program runs it, unless the divisor is a constant.
  if (/^[us](div|rem)$/.test(opcodeOf(i))) return /, [1-9]\d*$/.test(textOf(i));
  const callee = calleeOf(i);
  return (
    callee !== undefined &&
    /^@llvm\.(smax|smin|umax|umin|abs|fabs|sqrt|ctpop|bswap|bitreverse|floor|ceil|trunc|rint|copysign|fsh[lr])\./.test(
      callee,
    )
  );
}
