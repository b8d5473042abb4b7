// Prints a module, or a part of one, as LLVM reads it.

import { missedCase } from "../../core/missed-case.js";
import {
  type Atomic,
  type Attachment,
  type Call,
  type Instruction,
  type Invoke,
  isBinary,
  isCast,
} from "./instruction.js";
import type { Block, IrFunction, IrGlobal, IrModule, Parameter } from "./module.js";
import { operandsOf } from "./operands.js";
import { operandText, typedText } from "./print-value.js";

export function printModule(m: IrModule): string {
  const lines: string[] = [];
  if (m.sourceName !== undefined) lines.push(`source_filename = "${m.sourceName}"`);
  if (m.dataLayout !== undefined) lines.push(`target datalayout = "${m.dataLayout}"`);
  if (m.triple !== undefined) lines.push(`target triple = "${m.triple}"`);
  lines.push(...m.otherLines);
  for (const [name, kind] of m.comdats) lines.push(`${name} = ${kind}`);
  for (const [name, body] of m.types) lines.push(`${name} = type ${body?.text ?? "opaque"}`);
  for (const variable of m.globals) lines.push(printGlobal(variable));
  for (const f of m.functions) lines.push(printFunction(f));
  for (const f of m.declarations) lines.push(printFunction(f));
  for (const [name, body] of m.attributeGroups) lines.push(`attributes ${name} = { ${body} }`);
  for (const [name, text] of m.metadata.named) lines.push(`!${name} = ${text}`);
  for (const [number, text] of m.metadata.nodes) lines.push(`!${number} = ${text}`);
  return `${lines.join("\n")}\n`;
}

function printGlobal(g: IrGlobal): string {
  const words = [
    g.linkage,
    ...g.specifiers,
    g.space > 0 ? `addrspace(${g.space})` : undefined,
    g.isFilledOutside && "externally_initialized",
    g.isConstant ? "constant" : "global",
    g.type.text,
    g.value && operandText(g.value),
  ];
  const after = [
    g.section === undefined ? undefined : `section "${g.section}"`,
    g.comdat,
    g.align === undefined ? undefined : `align ${g.align}`,
    ...g.metadata.map(attachmentText),
  ];
  return [`${g.name} = ${join(words)}`, ...after.filter((text) => text !== undefined)].join(", ");
}

/** A definition, or a declaration where there are no blocks. */
export function printFunction(f: IrFunction): string {
  const parameters = [
    ...f.parameters.map((p) => parameterText(p, f.blocks.length > 0)),
    ...(f.isVariadic ? ["..."] : []),
  ];
  const metadata = f.metadata.map(attachmentText);
  const head = [...f.specifiers, ...f.resultAttributes, f.type.text, `${f.name}(${parameters.join(", ")})`];
  const tail = [...f.attributes, f.comdat, f.personality && `personality ${typedText(f.personality)}`];
  if (f.blocks.length === 0) return join(["declare", ...metadata, f.linkage, ...head, ...tail]);
  const lines = [join(["define", f.linkage, ...head, ...tail, ...metadata, "{"])];
  for (const block of f.blocks) printBlock(block, lines);
  lines.push("}\n");
  return lines.join("\n");
}

function parameterText({ name, type, attributes }: Parameter, isNamed: boolean): string {
  return join([type.text, ...attributes, isNamed ? name : undefined]);
}

function printBlock({ label, instructions }: Block, lines: string[]): void {
  lines.push(`${label.slice(1)}:`);
  for (const i of instructions) lines.push(`  ${printInstruction(i)}`);
}

/** An instruction with its result and metadata. */
export function printInstruction(i: Instruction): string {
  const body = i.result === undefined ? bodyText(i) : `${i.result} = ${bodyText(i)}`;
  return i.metadata.length === 0 ? body : `${body}, ${i.metadata.map(attachmentText).join(", ")}`;
}

function attachmentText({ kind, node }: Attachment): string {
  return `!${kind} ${node}`;
}

/** Words with spaces between them; undefined ones are left out. */
function join(words: readonly (string | undefined | false)[]): string {
  return words.filter((word) => word !== undefined && word !== false && word !== "").join(" ");
}

function bodyText(i: Instruction): string {
  if (isBinary(i)) return `${flagged(i)} ${typedText(i.left)}, ${operandText(i.right)}`;
  if (isCast(i)) return `${flagged(i)} ${typedText(i.value)} to ${i.type.text}`;
  switch (i.op) {
    case "load":
      return `${access("load", i)} ${i.type.text}, ${typedText(i.pointer)}${order(i.atomic)}${align(i.align)}`;
    case "store":
      return `${access("store", i)} ${typedText(i.value)}, ${typedText(i.pointer)}${order(i.atomic)}${align(i.align)}`;
    case "getelementptr":
      return `${flagged(i)} ${i.source.text}, ${[i.base, ...i.indices].map(typedText).join(", ")}`;
    case "phi": {
      const ways = i.incoming.map(({ value, from }) => `[ ${operandText(value)}, ${from} ]`);
      return `${flagged(i)} ${i.type.text} ${ways.join(", ")}`;
    }
    case "call":
      return join([i.tail, "call", ...i.flags, callText(i)]);
    case "invoke":
      return `invoke ${callText(i)} to label ${i.to} unwind label ${i.unwind}`;
    case "jump":
      return `br label ${i.to}`;
    case "branch":
      return `br ${typedText(i.condition)}, label ${i.ifTrue}, label ${i.ifFalse}`;
    case "switch": {
      const cases = i.cases.map(({ value, to }) => `${typedText(value)}, label ${to}`);
      return `switch ${typedText(i.value)}, label ${i.otherwise} [ ${cases.join(" ")} ]`;
    }
    case "ret":
      return i.value === undefined ? "ret void" : `ret ${typedText(i.value)}`;
    case "unreachable":
      return "unreachable";
    case "icmp":
    case "fcmp":
      return `${flagged(i)} ${i.predicate} ${typedText(i.left)}, ${operandText(i.right)}`;
    case "alloca": {
      const count = i.count === undefined ? "" : `, ${typedText(i.count)}`;
      const space = i.type.space === 0 ? "" : `, addrspace(${i.type.space})`;
      return `alloca ${i.allocated.text}${count}${align(i.align)}${space}`;
    }
    case "atomicrmw": {
      const head = join(["atomicrmw", i.isVolatile && "volatile", i.operation]);
      return `${head} ${operandTexts(i)}${order(i.atomic)}${align(i.align)}`;
    }
    case "cmpxchg": {
      const head = join(["cmpxchg", i.isWeak && "weak", i.isVolatile && "volatile"]);
      return `${head} ${operandTexts(i)}${order(i.atomic)} ${i.failureOrdering}${align(i.align)}`;
    }
    case "fence":
      return `fence${order(i.atomic)}`;
    case "extractvalue":
    case "insertvalue":
      return `${i.op} ${operandTexts(i)}, ${i.path.join(", ")}`;
    case "fneg":
    case "select":
      return `${flagged(i)} ${operandTexts(i)}`;
    case "freeze":
    case "extractelement":
    case "insertelement":
    case "shufflevector":
      return `${i.op} ${operandTexts(i)}`;
    case "raw":
      return `${i.opcode}${i.parts.map(rawText).join("")}`;
    default:
      return missedCase(i);
  }
}

/** All operands with their types. */
function operandTexts(i: Instruction): string {
  return operandsOf(i).map(typedText).join(", ");
}

function callText(i: Call | Invoke): string {
  const args = i.args.map(({ value, attributes }) =>
    join([value.type.text, ...attributes, operandText(value)]),
  );
  const called = `${operandText(i.callee)}(${args.join(", ")})`;
  const bundles = i.bundles.map(({ tag, values }) => `"${tag}"(${values.map(typedText).join(", ")})`);
  return join([
    i.convention,
    ...i.resultAttributes,
    i.type.text,
    i.variadic,
    called,
    ...i.attributes,
    bundles.length > 0 && `[ ${bundles.join(", ")} ]`,
  ]);
}

function rawText(part: string | { readonly kind: "local" | "block"; readonly name: string }): string {
  if (typeof part === "string") return part;
  return part.kind === "local" ? part.name : `label ${part.name}`;
}

function flagged(i: { readonly op: string; readonly flags: readonly string[] }): string {
  return i.flags.length === 0 ? i.op : `${i.op} ${i.flags.join(" ")}`;
}

function access(
  op: string,
  i: { readonly isVolatile: boolean; readonly atomic: Atomic | undefined },
): string {
  return `${op}${i.atomic ? " atomic" : ""}${i.isVolatile ? " volatile" : ""}`;
}

function order(atomic: Atomic | undefined): string {
  if (atomic === undefined) return "";
  return atomic.scope === undefined ? ` ${atomic.ordering}` : ` ${atomic.scope} ${atomic.ordering}`;
}

function align(bytes: number | undefined): string {
  return bytes === undefined ? "" : `, align ${bytes}`;
}
