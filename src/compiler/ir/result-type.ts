// The type of an instruction's result.

import { missedCase } from "../../core/missed-case.js";
import { type Instruction, isBinary, isCast } from "./instruction.js";
import type { Layout } from "./layout.js";
import { elementOf, i1, structType, truthType, type Type, vectorType, voidType } from "./type.js";
import type { Value } from "./value.js";

/** The type of what an instruction gives; `void` where it gives nothing. */
export function resultTypeOf(i: Instruction, layout: Layout): Type {
  if (isBinary(i)) return i.left.type;
  if (isCast(i)) return i.type;
  switch (i.op) {
    case "load":
    case "phi":
    case "call":
    case "invoke":
    case "alloca":
      return i.type;
    case "getelementptr":
      return addressType(i.base, i.indices);
    case "icmp":
    case "fcmp":
      return truthType(i.left.type);
    case "fneg":
    case "freeze":
      return i.value.type;
    case "select":
      return i.ifTrue.type;
    case "atomicrmw":
      return i.value.type;
    case "cmpxchg":
      return structType([i.expected.type, i1]);
    case "extractvalue":
      return i.path.reduce((type, index) => layout.partOf(type, index), i.aggregate.type);
    case "insertvalue":
      return i.aggregate.type;
    case "extractelement":
      return laneType(i.vector);
    case "insertelement":
      return i.vector.type;
    case "shufflevector":
      return i.mask.type.kind === "vector" ? vectorType(i.mask.type.count, laneType(i.left)) : i.left.type;
    case "store":
    case "jump":
    case "branch":
    case "switch":
    case "ret":
    case "unreachable":
    case "fence":
      return voidType;
    case "raw":
      throw new Error(`internal: the type of the IR instruction ${i.opcode} is not known`);
    default:
      return missedCase(i);
  }
}

function laneType({ type }: Value): Type {
  const element = elementOf(type);
  if (element === undefined) throw new Error(`internal: the IR type ${type.text} has no lanes`);
  return element;
}

/** An address, or a vector of them where the base or an index is a vector. */
function addressType(base: Value, indices: readonly Value[]): Type {
  if (base.type.kind === "vector") return base.type;
  const lanes = indices.find(({ type }) => type.kind === "vector")?.type;
  return lanes?.kind === "vector" ? vectorType(lanes.count, base.type) : base.type;
}
