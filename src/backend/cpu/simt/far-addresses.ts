// Addresses beyond the 4 GiB that a pointer can hold here. A GPU adds a 64-bit index to a 64-bit pointer; clang for
// WebAssembly cuts the index to 32 bits first, so that `a[1ll << 40]` would be `a[0]`. Here an index that leads further
// than memory can reach gives an address that nothing ever has. This must see clang's first IR: the optimiser narrows
// what is cut off anyway, and then nothing tells that there was more. An index that the optimiser knows to be a 32-bit
// number costs nothing.

import type { Instruction } from "../../../compiler/ir/instruction.js";
import { isSameValue } from "../../../compiler/ir/operands.js";
import { operandText } from "../../../compiler/ir/print-value.js";
import { ptr } from "../../../compiler/ir/type.js";
import { int32, localOf, type Value } from "../../../compiler/ir/value.js";

/**
 * An access here always traps, and so does one half a MiB before or behind it: the device's memory ends before
 * (machine/linear-memory.ts).
 */
export const FAR_ADDRESS = 2 ** 32 - 2 ** 19;
export const FAR_REACH = 2 ** 19;

/** That address as a pointer. */
export const FAR_POINTER: Value = {
  kind: "expression",
  type: ptr,
  op: "inttoptr",
  flags: [],
  operands: [int32(FAR_ADDRESS - 2 ** 32)],
};
/** The same as text. */
export const POISON = operandText(FAR_POINTER);
const IS_CONSTANT = "@llvm.is.constant.i1";

/** A number that is more than 32 bits wide. */
interface Whole {
  readonly type: string;
  readonly value: string;
}

/** The condition under which an instruction chooses an address that is one; undefined for all other instructions. */
export function conditionToReach(i: Instruction): string | undefined {
  return i.op === "select" && isSameValue(i.ifFalse, FAR_POINTER) ? localOf(i.condition) : undefined;
}

/** The same for an instruction as text, for passes that read text. */
export function reachCondition(text: string): string | undefined {
  return text.endsWith(`, ptr ${POISON}`) ? /^select i1 (%\S+),/.exec(text)?.[1] : undefined;
}

/** Makes addresses that lead nowhere of those that would wrap. */
export class FarGuard {
  count = 0;

  /** What the lines call that `ir` does not declare. */
  declarations(ir: string): string[] {
    const isNeeded = this.count > 0 && !ir.includes(`declare i1 ${IS_CONSTANT}(`);
    return isNeeded ? [`declare i1 ${IS_CONSTANT}(i1)`] : [];
  }

  /** For a line that moves an address by elements of this size. */
  indexed(line: string, name: string, index: Whole, byteLength: number): string[] {
    const reach = Math.floor(2 ** 32 / Math.max(1, byteLength));
    return this.#guarded(line, name, index, reach, 2 * reach);
  }

  /** The same for any index: no more than half of the memory back, so that what is an element before the first one stays one. */
  exact(line: string, name: string, { type, value }: Whole, byteLength: number): string[] {
    const [back, on] = [2 ** 31, 2 ** 32].map((bytes) => Math.floor(bytes / Math.max(1, byteLength)));
    const p = `%far.${this.count++}`;
    return [
      `  ${p}.moved = add ${type} ${value}, ${back}`,
      `  ${p}.ok = icmp ult ${type} ${p}.moved, ${(back as number) + (on as number)}`,
      line.replace(name, `${p}.address`),
      `  ${name} = select i1 ${p}.ok, ptr ${p}.address, ptr ${POISON}`,
    ];
  }

  /** For a line that makes an address of a number. */
  fromNumber(line: string, name: string, number: Whole): string[] {
    return this.#guarded(line, name, number, 0, 2 ** 32);
  }

  /** An address that is taken where the number, moved by `shift`, is below the limit, or known to be a 32-bit one. */
  #guarded(line: string, name: string, { type, value }: Whole, shift: number, limit: number): string[] {
    const p = `%far.${this.count++}`;
    return [
      `  ${p}.low = trunc ${type} ${value} to i32`,
      `  ${p}.signed = sext i32 ${p}.low to ${type}`,
      `  ${p}.unsigned = zext i32 ${p}.low to ${type}`,
      `  ${p}.is.signed = icmp eq ${type} ${p}.signed, ${value}`,
      `  ${p}.is.unsigned = icmp eq ${type} ${p}.unsigned, ${value}`,
      `  ${p}.fits = or i1 ${p}.is.signed, ${p}.is.unsigned`,
      `  ${p}.known = call i1 ${IS_CONSTANT}(i1 ${p}.fits)`,
      `  ${p}.moved = add ${type} ${value}, ${shift}`,
      `  ${p}.near = icmp ult ${type} ${p}.moved, ${limit}`,
      `  ${p}.ok = select i1 ${p}.known, i1 ${p}.fits, i1 ${p}.near`,
      line.replace(name, `${p}.address`),
      `  ${name} = select i1 ${p}.ok, ptr ${p}.address, ptr ${POISON}`,
    ];
  }
}
