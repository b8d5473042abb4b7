// What narrow-pointers.ts asks of instructions: which variables need not be 8 bytes wide, and whether an instruction is one that it
// translates.

import { calleeOf, type Instruction, isCast } from "../../../../compiler/ir/instruction.js";
import type { Layout } from "../../../../compiler/ir/layout.js";
import { instructionsOf, type IrFunction } from "../../../../compiler/ir/module.js";
import { localsOf, operandsOf } from "../../../../compiler/ir/operands.js";
import { ptr, type Type } from "../../../../compiler/ir/type.js";
import { containsPointer } from "./wide-pointers.js";

/** Variables of a function that are pointers, and that are only loaded and stored: nobody has their addresses. */
export function plainVariables(f: IrFunction): ReadonlySet<string> {
  const found = new Set<string>();
  for (const i of instructionsOf(f)) {
    if (i.op === "alloca" && i.allocated === ptr && i.count === undefined && i.result !== undefined)
      found.add(i.result);
  }
  if (found.size === 0) return found;
  for (const i of instructionsOf(f)) {
    if (i.op === "alloca" || isAboutVariables(i)) continue;
    for (const name of usedAsValues(i)) found.delete(name);
  }
  return found;
}

/** Calls that tell of a variable, and leave its address where it is. */
function isAboutVariables(i: Instruction): boolean {
  const callee = calleeOf(i);
  return callee !== undefined && ABOUT_VARIABLES.some((start) => callee.startsWith(start));
}

const ABOUT_VARIABLES = ["@llvm.lifetime.", "@llvm.va_start", "@llvm.va_end", "@llvm.va_copy"];

/** The locals that an instruction reads as values; a load or store of a pointer does not read the address. */
function usedAsValues(i: Instruction): readonly string[] {
  if (i.op === "load" && i.type === ptr) return [];
  if (i.op === "store" && i.value.type.kind === "pointer")
    return i.value.kind === "local" ? [i.value.name] : [];
  return localsOf(i);
}

/** Whether an instruction, and what was made of it, are known to narrow-pointers.ts. */
export function isNarrowable(
  before: Instruction,
  after: Instruction | readonly Instruction[],
  layout: Layout,
): boolean {
  // A struct as a value has pointers as values.
  if (before.op === "insertvalue" || before.op === "extractvalue") {
    if (containsPointer(before.aggregate.type, layout)) return false;
  }
  return Array.isArray(after) ? after.every(isKnown) : isKnown(after as Instruction);
}

function isKnown(i: Instruction): boolean {
  switch (i.op) {
    case "raw":
      return i.opcode !== "va_arg";
    case "load":
      if (i.type.kind === "pointer" && i.type !== ptr) return false;
      break;
    case "cmpxchg":
      if (i.replacement.type === ptr) return false;
      break;
    case "atomicrmw":
      if (i.value.type === ptr) return false;
      break;
    case "call":
      if (calleeOf(i)?.startsWith("@llvm.ptrmask") === true) return false;
      break;
    default:
  }
  const own = i.op === "load" || i.op === "phi" || i.op === "call" || isCast(i) ? [i.type] : [];
  return ![...own, ...operandsOf(i).map(({ type }) => type)].some(hasPointersInside);
}

/** Vectors and structs without a name that have pointers as values. */
function hasPointersInside(type: Type): boolean {
  switch (type.kind) {
    case "vector":
      return type.element.kind === "pointer";
    case "struct":
      return type.members.some((member) => member.kind === "pointer" || hasPointersInside(member));
    case "array":
      return hasPointersInside(type.element);
    default:
      return false;
  }
}
