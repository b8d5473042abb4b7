// Operands and their types as LLVM prints them.

import { missedCase } from "../../core/missed-case.js";
import type { Value } from "./value.js";

/** An operand after its type: `i32 4`. */
export function typedText(value: Value): string {
  return `${value.type.text} ${operandText(value)}`;
}

/** An operand without its type. */
export function operandText(value: Value): string {
  switch (value.kind) {
    case "local":
    case "global":
      return value.name;
    case "int":
      return value.type.bits === 1 ? (value.value === 0n ? "false" : "true") : String(value.value);
    case "literal":
      return value.text;
    case "aggregate":
      return aggregateText(value.elements, value.type.text);
    case "expression":
      return expressionText(value);
    case "asm":
      return ["asm", ...value.flags, `"${value.template}", "${value.constraints}"`].join(" ");
    default:
      return missedCase(value);
  }
}

const BRACKETS = [
  ["<{", "}>"],
  ["{", "}"],
  ["[", "]"],
  ["<", ">"],
] as const;

/** Named structs are the only types whose text tells no bracket; packed ones among them are literals of their own type. */
function aggregateText(elements: readonly Value[], type: string): string {
  const [open, close] = BRACKETS.find(([start]) => type.startsWith(start)) ?? ["{", "}"];
  const inner = elements.map(typedText).join(", ");
  return open === "[" || open === "<" ? `${open}${inner}${close}` : `${open} ${inner} ${close}`;
}

function expressionText(value: Value & { readonly kind: "expression" }): string {
  const { op, flags, source, operands, type } = value;
  const head = [op, ...flags].join(" ");
  const inner = operands.map(typedText).join(", ");
  if (op === "getelementptr") return `${head} (${source?.text}, ${inner})`;
  return isConversion(op) ? `${head} (${inner} to ${type.text})` : `${head} (${inner})`;
}

function isConversion(op: string): boolean {
  return op === "trunc" || op === "bitcast" || op === "addrspacecast" || /^(?:ptrto|inttoptr)/.test(op);
}
