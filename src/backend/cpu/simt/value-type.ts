// The type of an instruction's result, read from its text; and sizes of types, for context slots.

import type { Instruction } from "./ir.js";
import { matching, splitTop } from "./parse-ir.js";

/** Result type of an instruction that has a result. */
export function resultType(instruction: Instruction, types: ReadonlyMap<string, string>): string {
  const { opcode, text } = instruction;
  const rest = stripFlags(text.slice(text.indexOf(opcode) + opcode.length));
  switch (opcode) {
    case "icmp":
    case "fcmp": {
      const operand = leadingType(rest.replace(/^[a-z]+ /, ""));
      const lanes = /^<(\d+) x /.exec(operand);
      return lanes ? `<${lanes[1]} x i1>` : "i1";
    }
    case "getelementptr":
    case "alloca":
      return "ptr";
    case "call":
      return callType(text);
    case "select":
      return leadingType(splitTop(rest)[1] as string);
    case "extractvalue": {
      const parts = splitTop(rest);
      return parts
        .slice(1)
        .reduce((type, index) => memberType(type, Number(index), types), leadingType(parts[0] as string));
    }
    case "extractelement":
      return elementOf(leadingType(rest));
    case "shufflevector": {
      const parts = splitTop(rest);
      const lanes = /^<(\d+) x /.exec(leadingType(parts[2] as string))?.[1];
      return `<${lanes} x ${elementOf(leadingType(parts[0] as string))}>`;
    }
    case "atomicrmw":
      return leadingType(splitTop(rest)[1] as string);
    case "cmpxchg":
      return `{ ${leadingType(splitTop(rest)[1] as string)}, i1 }`;
    case "load":
      return leadingType(rest.replace(/^(atomic |volatile )+/, ""));
    default: {
      const cast = / to ([^,]+?)(?:, !.*)?$/.exec(text);
      if (cast && CASTS.has(opcode)) return cast[1] as string;
      return leadingType(rest);
    }
  }
}

/** Size in bytes; a pointer is as large as what `types` has for `ptr`, 4 bytes by default. */
export function sizeOf(type: string, types: ReadonlyMap<string, string>): number {
  return layout(type, types).size;
}

/** Alignment in bytes. */
export function alignOf(type: string, types: ReadonlyMap<string, string>): number {
  return layout(type, types).align;
}

/** The type of a struct's member, and the byte where it starts. */
export function memberOf(
  type: string,
  index: number,
  types: ReadonlyMap<string, string>,
): { readonly type: string; readonly offset: number } {
  const body = types.get(type) ?? type;
  const isPacked = body.startsWith("<{");
  const members = splitTop(body.replace(/^<?\{|\}>?$/g, "")).map((m) => m.trim());
  let offset = 0;
  for (const [at, member] of members.entries()) {
    const align = isPacked ? 1 : alignOf(member, types);
    offset = Math.ceil(offset / align) * align;
    if (at === index) return { type: member, offset };
    offset += sizeOf(member, types);
  }
  throw new Error(`internal: the IR type "${type}" has no member ${index}`);
}

/** The type at the start of `type rest…`. */
export function leadingType(text: string): string {
  const trimmed = text.trim();
  const first = trimmed[0];
  if (first === "<" || first === "[" || first === "{") return trimmed.slice(0, matching(trimmed, 0) + 1);
  return /^(?:%(?:"[^"]*"|[-a-zA-Z$._0-9]+)|ptr addrspace\(\d+\)|\w+)/.exec(trimmed)?.[0] ?? trimmed;
}

const CASTS = new Set([
  "trunc",
  "zext",
  "sext",
  "fptrunc",
  "fpext",
  "fptoui",
  "fptosi",
  "uitofp",
  "sitofp",
  "ptrtoint",
  "ptrtoaddr",
  "inttoptr",
  "bitcast",
  "addrspacecast",
]);

const FLAGS =
  /^\s*(?:(?:nuw|nsw|exact|disjoint|nneg|samesign|inbounds|nusw|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|volatile|weak|atomic|xchg|add|sub|and|nand|or|xor|max|min|umax|umin|fadd|fsub|fmax|fmin|uinc_wrap|udec_wrap|usub_cond|usub_sat)\s+)*/;

function stripFlags(text: string): string {
  return text.replace(FLAGS, "");
}

function callType(text: string): string {
  const at = text.indexOf("call ") + 5;
  const rest = text
    .slice(at)
    .replace(
      /^(?:(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|noundef|signext|zeroext|noalias|nonnull|align \d+|(?:range|dereferenceable|nofpclass)\([^@%]*?\)|\w+cc)\s+)*/,
      "",
    );
  return leadingType(rest);
}

function elementOf(vector: string): string {
  return /^<\d+ x (.*)>$/.exec(vector)?.[1] ?? vector;
}

function memberType(type: string, index: number, types: ReadonlyMap<string, string>): string {
  const body = types.get(type) ?? type;
  const array = /^\[\d+ x (.*)\]$/.exec(body);
  if (array) return array[1] as string;
  return splitTop(body.replace(/^<?\{|\}>?$/g, ""))[index] as string;
}

function layout(type: string, types: ReadonlyMap<string, string>): { size: number; align: number } {
  const integer = /^i(\d+)$/.exec(type);
  if (integer) {
    const bytes = Math.max(1, 2 ** Math.ceil(Math.log2(Number(integer[1]) / 8)));
    return { size: bytes, align: Math.min(bytes, 16) };
  }
  const simple = SIMPLE.get(type);
  if (simple) return { size: simple, align: simple };
  if (type.startsWith("ptr")) return layout(types.get("ptr") ?? "i32", types);
  const vector = /^<(\d+) x (.*)>$/.exec(type);
  if (vector) {
    const bits = vector[2] === "i1" ? 1 : sizeOf(vector[2] as string, types) * 8;
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, Math.ceil((Number(vector[1]) * bits) / 8))));
    return { size, align: Math.min(size, 16) };
  }
  const array = /^\[(\d+) x (.*)\]$/.exec(type);
  if (array) {
    const element = layout(array[2] as string, types);
    return { size: element.size * Number(array[1]), align: element.align };
  }
  const body = types.get(type) ?? type;
  const packed = body.startsWith("<{");
  if (!body.includes("{")) throw new Error(`internal: size of the IR type "${type}" is not known`);
  let size = 0;
  let align = 1;
  for (const member of splitTop(body.replace(/^<?\{|\}>?$/g, ""))) {
    const m = layout(member, types);
    const a = packed ? 1 : m.align;
    size = Math.ceil(size / a) * a + m.size;
    align = Math.max(align, a);
  }
  return { size: Math.ceil(size / align) * align, align };
}

const SIMPLE = new Map([
  ["float", 4],
  ["double", 8],
  ["half", 2],
  ["bfloat", 2],
  ["fp128", 16],
]);
