// Shifts by as many bits as a number has, or more. C++ leaves them open, and so does LLVM; what nvcc makes of them, shl.b32 and its
// like, gives 0, or the sign for a signed number that is shifted to the right, and WebAssembly shifts by the count modulo 32
// or 64. After this pass device code shifts as a GPU does. Host code is left alone: the machines that run it take the count modulo too.
//
// It must see clang's first IR, where nothing has been concluded yet from what C++ leaves open. A count that the optimiser knows to be
// small, such as a constant or `lane & 31`, costs nothing.

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
