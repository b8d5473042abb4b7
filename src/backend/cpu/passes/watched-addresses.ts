// What the code of a function tells of its addresses: the object that one was worked out from, and whether it is that of a variable of the
// function, or of a member of a record. It looks at clang's first IR, where nothing was moved.

import { definitionOf, type Definitions, definitionsIn } from "../../../compiler/ir/definitions.js";
import type { GetElementPtr, Instruction } from "../../../compiler/ir/instruction.js";
import type { IrFunction } from "../../../compiler/ir/module.js";
import { i32, type Type } from "../../../compiler/ir/type.js";
import type { Value } from "../../../compiler/ir/value.js";
import { conditionToReach } from "./simt/far-addresses.js";

/** The step from one address to another, of an instruction or of a constant. */
type Step = Pick<GetElementPtr, "source" | "base" | "indices">;

export class WatchedAddresses {
  readonly #definitions: Definitions;
  /** Variables of the function, and records that it has by value. */
  readonly #own = new Set<string>();

  constructor(f: IrFunction) {
    for (const { name, attributes } of f.parameters) if (attributes.some(isByValue)) this.#own.add(name);
    this.#definitions = definitionsIn(f);
    for (const [name, i] of this.#definitions) {
      // What has elements is told of.
      if (i.op === "alloca" && i.allocated.kind !== "array") this.#own.add(name);
    }
  }

  /** The object that an address was worked out from, as far as this function tells. */
  rootOf(pointer: Value): Value {
    const base = this.#stepTo(this.#beforeGuard(pointer))?.base;
    return base === undefined || !isWatchable(base) ? pointer : this.rootOf(base);
  }

  /** The instruction that works an address out of another one. */
  stepInstruction(pointer: Value): GetElementPtr | undefined {
    const definition = this.#definition(this.#beforeGuard(pointer));
    return definition?.op === "getelementptr" ? definition : undefined;
  }

  /** Whether an address is that of a member of a record, which may be packed. */
  isMember(pointer: Value): boolean {
    const source = this.#stepTo(this.#beforeGuard(pointer))?.source;
    return source !== undefined && isRecord(source);
  }

  /** Whether an address is that of a variable of the function, or of a member of one. */
  isOwn(pointer: Value): boolean {
    if (pointer.kind !== "local") return false;
    if (this.#own.has(pointer.name)) return true;
    const step = this.#stepTo(pointer);
    return step !== undefined && isMemberOfFirst(step) && this.isOwn(step.base);
  }

  #definition(pointer: Value): Instruction | undefined {
    return definitionOf(pointer, this.#definitions);
  }

  #stepTo(pointer: Value): Step | undefined {
    if (pointer.kind !== "expression") {
      const definition = this.#definition(pointer);
      return definition?.op === "getelementptr" ? definition : undefined;
    }
    const [base, ...indices] = pointer.operands;
    const { op, source } = pointer;
    return op === "getelementptr" && source !== undefined && base !== undefined
      ? { source, base, indices }
      : undefined;
  }

  /** An address before it was asked whether it can be reached (far-addresses.ts). */
  #beforeGuard(pointer: Value): Value {
    const definition = this.#definition(pointer);
    if (definition?.op !== "select" || conditionToReach(definition) === undefined) return pointer;
    return definition.ifTrue;
  }
}

/** Whether an address may be told of: those in spaces of their own are not, and neither is `null`. */
export function isWatchable({ kind, type }: Value): boolean {
  if (type.kind !== "pointer" || type.space !== 0) return false;
  return kind === "local" || kind === "global" || kind === "expression";
}

function isByValue(attribute: string): boolean {
  return attribute.startsWith("byval(") || attribute.startsWith("sret(");
}

function isRecord(type: Type): boolean {
  return type.kind === "named" || type.kind === "struct";
}

/** Whether a step leads to a member of a record, by the numbers of members behind an index of 0. */
function isMemberOfFirst({ source, indices }: Step): boolean {
  if (!isRecord(source) || (source.kind === "struct" && source.isPacked)) return false;
  const isNumber = (index: Value): boolean => index.kind === "int" && index.type === i32 && index.value >= 0n;
  const last = indices.findLastIndex((index) => !isNumber(index));
  return indices.slice(Math.max(0, last)).some((index) => index.kind === "int" && index.value === 0n);
}
