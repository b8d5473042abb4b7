// Before: an index of 64 bits may lead beyond the 4 GiB that a pointer can hold. clang for WebAssembly would cut it to 32 bits, so that `a[1ll <<
// 40]` would be `a[0]`. After: an index that leads further than memory can reach gives an address that nothing ever has. It must run on clang's first
// IR: the optimiser narrows what is cut off anyway, and then nothing tells that there was more. An index that the optimiser knows to be a 32-bit
// number costs nothing.

import { binary, call, cast, icmp, select } from "../../../../compiler/ir/builder.js";
import { declaration } from "../../../../compiler/ir/declaration.js";
import type { Instruction } from "../../../../compiler/ir/instruction.js";
import type { IrFunction } from "../../../../compiler/ir/module.js";
import { isSameValue } from "../../../../compiler/ir/operands.js";
import { i1, i32, type IntType, ptr } from "../../../../compiler/ir/type.js";
import { int, int32, local, localOf, type Value } from "../../../../compiler/ir/value.js";

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
const IS_CONSTANT = "@llvm.is.constant.i1";

/** A number that is more than 32 bits wide. */
type Whole = Value & { readonly type: IntType };

/** The condition under which an instruction chooses an address that is one; undefined for all other instructions. */
export function conditionToReach(i: Instruction): string | undefined {
  return i.op === "select" && isSameValue(i.ifFalse, FAR_POINTER) ? localOf(i.condition) : undefined;
}

/** Makes addresses that lead nowhere of those that would wrap. */
export class FarGuard {
  count = 0;

  /** What the guarded instructions call. */
  get declarations(): readonly IrFunction[] {
    return this.count > 0 ? [declaration(IS_CONSTANT, i1, [i1])] : [];
  }

  /** For an instruction that moves an address by elements of this size. */
  indexed(move: Instruction, index: Whole, byteLength: number): readonly Instruction[] {
    const reach = Math.floor(2 ** 32 / Math.max(1, byteLength));
    return this.#guarded(move, index, reach, 2 * reach);
  }

  /** The same for any index: no more than half of the memory back, so that what is an element before the first one stays one. */
  exact(move: Instruction, index: Whole, byteLength: number): readonly Instruction[] {
    const back = Math.floor(2 ** 31 / Math.max(1, byteLength));
    const on = Math.floor(2 ** 32 / Math.max(1, byteLength));
    const p = `%far.${this.count++}`;
    return [...within(p, "ok", index, back, back + on), ...chosen(p, move)];
  }

  /** For an instruction that makes an address of a number. */
  fromNumber(cast: Instruction, number: Whole): readonly Instruction[] {
    return this.#guarded(cast, number, 0, 2 ** 32);
  }

  /** An address that is taken where the number, moved by `shift`, is below the limit, or known to be a 32-bit one. */
  #guarded(address: Instruction, number: Whole, shift: number, limit: number): readonly Instruction[] {
    const p = `%far.${this.count++}`;
    const { type } = number;
    const low = local(`${p}.low`, i32);
    const [signed, unsigned] = [local(`${p}.signed`, type), local(`${p}.unsigned`, type)];
    const isSigned = local(`${p}.is.signed`, i1);
    const isUnsigned = local(`${p}.is.unsigned`, i1);
    const [fits, known, near] = [local(`${p}.fits`, i1), local(`${p}.known`, i1), local(`${p}.near`, i1)];
    return [
      cast(low.name, "trunc", number, i32),
      cast(signed.name, "sext", low, type),
      cast(unsigned.name, "zext", low, type),
      icmp(isSigned.name, "eq", signed, number),
      icmp(isUnsigned.name, "eq", unsigned, number),
      binary(fits.name, "or", isSigned, isUnsigned),
      call(known.name, i1, IS_CONSTANT, [fits]),
      ...within(p, "near", number, shift, limit),
      select(`${p}.ok`, known, fits, near),
      ...chosen(p, address),
    ];
  }
}

/** Whether a number, moved by `shift`, is below a limit. */
function within(p: string, name: string, number: Whole, shift: number, limit: number): Instruction[] {
  const { type } = number;
  const moved = local(`${p}.moved`, type);
  return [
    binary(moved.name, "add", number, int(type, shift)),
    icmp(`${p}.${name}`, "ult", moved, int(type, limit)),
  ];
}

/** The address that an instruction makes, or one that nothing has. */
function chosen(p: string, address: Instruction): Instruction[] {
  if (address.result === undefined) throw new Error(`internal: ${address.op} makes no address`);
  const own = local(`${p}.address`, ptr);
  return [{ ...address, result: own.name }, select(address.result, local(`${p}.ok`, i1), own, FAR_POINTER)];
}
