// Instructions as text, for passes that do not yet use compiler/ir directly.

import { Cursor } from "../../../compiler/ir/cursor.js";
import type { Instruction } from "../../../compiler/ir/instruction.js";
import { type Block, terminator } from "../../../compiler/ir/module.js";
import { successorsOf } from "../../../compiler/ir/operands.js";
import { parseInstruction } from "../../../compiler/ir/parse-instruction.js";
import { printInstruction } from "../../../compiler/ir/print.js";
import { operandText } from "../../../compiler/ir/print-value.js";

export type { Instruction } from "../../../compiler/ir/instruction.js";
export {
  type Block,
  type IrFunction,
  type IrModule,
  terminator,
} from "../../../compiler/ir/module.js";
export { calleeOf } from "../../../compiler/ir/instruction.js";
export { localsOf } from "../../../compiler/ir/operands.js";

/** Matches a local name at the start of a match: plain or quoted. */
export const LOCAL_NAME = /%(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g;
/** Matches a global name: plain or quoted. */
export const GLOBAL_NAME = /@(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g;

/** Labels a terminator may jump to, in order, duplicates kept out. */
export function successors(block: Block): readonly string[] {
  return successorsOf(terminator(block));
}

const texts = new WeakMap<Instruction, string>();

/** The text right of `=`, metadata included. */
export function textOf(i: Instruction): string;
export function textOf(i: Instruction | undefined): string | undefined;
export function textOf(i: Instruction | undefined): string | undefined {
  if (i === undefined) return undefined;
  const known = texts.get(i);
  if (known !== undefined) return known;
  const text = printInstruction({ ...i, result: undefined });
  texts.set(i, text);
  return text;
}

/** The word that LLVM has for it. */
export function opcodeOf(i: Instruction): string;
export function opcodeOf(i: Instruction | undefined): string | undefined;
export function opcodeOf(i: Instruction | undefined): string | undefined {
  if (i === undefined) return undefined;
  if (i.op === "raw") return i.opcode;
  return i.op === "jump" || i.op === "branch" ? "br" : i.op;
}

/** Builds an instruction from text. */
export function instruction(result: string | undefined, text: string): Instruction {
  return { ...parseInstruction(new Cursor(text)), result };
}

/** Incoming pairs of a phi: value text and label of the predecessor. */
export function incoming(phi: Instruction): { value: string; label: string }[] {
  if (phi.op !== "phi") throw new Error(`internal: a phi is expected, not ${phi.op}`);
  return phi.incoming.map(({ value, from }) => ({ value: operandText(value), label: from }));
}
