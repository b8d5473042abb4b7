// Before: a shift by as many bits as a number has, or more, gives anything, since C++ and LLVM leave it open. After: it gives 0, or the sign where a
// signed number is shifted to the right, as a GPU does. It must run on clang's first IR, before the optimiser concludes anything from such shifts. A
// count that the optimiser knows to be small, such as a constant or `lane & 31`, costs nothing. Host code does not go through this pass: the machines
// that run it take the count modulo the width.

import { icmp, select } from "../../../compiler/ir/builder.js";
import type { Binary, Instruction } from "../../../compiler/ir/instruction.js";
import { type IrModule, mapInstructions } from "../../../compiler/ir/module.js";
import { i1, type IntType } from "../../../compiler/ir/type.js";
import { int, local, type Value } from "../../../compiler/ir/value.js";

/** A module whose shifts by too many bits are defined, and are a GPU's. */
export function clampShifts(module: IrModule): IrModule {
  let count = 0;
  const functions = module.functions.map((f) =>
    mapInstructions(f, (i) => {
      if (i.op !== "shl" && i.op !== "lshr" && i.op !== "ashr") return i;
      const { type } = i.left;
      if (type.kind !== "int" || !SHIFTED.has(type.bits) || isSmall(i.right, type.bits)) return i;
      return clamped(i, type, `%shift.${count++}`);
    }),
  );
  return { ...module, functions };
}

const SHIFTED: ReadonlySet<number> = new Set([8, 16, 32, 64]);

function isSmall(count: Value, bits: number): boolean {
  return count.kind === "int" && count.value >= 0n && count.value < BigInt(bits);
}

function clamped(shift: Binary, type: IntType, fresh: string): readonly Instruction[] {
  const { metadata, result, right: count } = shift;
  if (result === undefined) throw new Error(`internal: ${shift.op} has no result`);
  const isFitting = local(`${fresh}.fits`, i1);
  const fits = { ...icmp(isFitting.name, "ult", count, int(type, type.bits)), metadata };
  const own = local(fresh, type);
  if (shift.op === "ashr") {
    const least = { ...select(fresh, isFitting, count, int(type, type.bits - 1)), metadata };
    return [fits, least, { ...shift, right: own }];
  }
  // Of the two that a select chooses from, the one that it leaves may be anything.
  return [fits, { ...shift, result: fresh }, { ...select(result, isFitting, own, int(type, 0)), metadata }];
}
