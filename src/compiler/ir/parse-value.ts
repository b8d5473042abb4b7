// Reads operands and constants.

import type { Cursor } from "./cursor.js";
import { CAST_OPS } from "./instruction.js";
import { parseFlags } from "./parse-flags.js";
import { parseType } from "./parse-type.js";
import type { Type } from "./type.js";
import { type Aggregate, type Expression, int, literal, local, type Value } from "./value.js";

/** An operand with its type before it. */
export function parseTyped(c: Cursor): Value {
  return parseValue(c, parseType(c));
}

/** An operand of a type that is known. */
export function parseValue(c: Cursor, type: Type): Value {
  const first = c.peek();
  switch (first) {
    case "%":
      return local(c.localName(), type);
    case "@":
      return { kind: "global", name: c.name("@"), type };
    case "[":
      return aggregate(c, type, "[", "]");
    case "{":
      return aggregate(c, type, "{", "}");
    case "<":
      return c.text[c.at + 1] === "{" ? aggregate(c, type, "<{", "}>") : aggregate(c, type, "<", ">");
    case "!":
      return literal(type, metadataText(c));
    default:
      return constant(c, type);
  }
}

function aggregate(c: Cursor, type: Type, open: string, close: string): Aggregate {
  c.expect(open);
  const elements: Value[] = [];
  if (c.take(close)) return { kind: "aggregate", type, elements };
  do elements.push(parseTyped(c));
  while (c.take(","));
  c.expect(close);
  return { kind: "aggregate", type, elements };
}

const CONVERSIONS: ReadonlySet<string> = new Set(CAST_OPS);
const OTHER_EXPRESSIONS: ReadonlySet<string> = new Set(["getelementptr", "add", "sub", "xor", "splat"]);
/** Constants that are a word and a name. */
const WITH_NAME: ReadonlySet<string> = new Set(["dso_local_equivalent", "no_cfi"]);

function constant(c: Cursor, type: Type): Value {
  const start = c.at;
  const word = c.word();
  if (type.kind === "int") {
    if (word === "true" || word === "false") return int(type, word === "true" ? 1 : 0);
    if (/^-?\d+$/.test(word)) return int(type, BigInt(word));
  }
  if (word === "asm") return inlineAsm(c, type);
  if (word === "c" && c.text[c.at] === '"') {
    c.quoted();
    return literal(type, c.text.slice(start, c.at));
  }
  if (CONVERSIONS.has(word) || OTHER_EXPRESSIONS.has(word)) return expression(c, word, type);
  if (word === "blockaddress") return literal(type, blockAddress(c));
  if (word === "ptrauth") return literal(type, `${word}${c.bracket()}`);
  if (WITH_NAME.has(word)) {
    c.name("@");
    return literal(type, c.text.slice(start, c.at));
  }
  // A hexadecimal number, or one with an exponent whose sign ends no word.
  if (c.text[c.at] === "+") {
    c.at++;
    c.word();
  }
  return literal(type, c.text.slice(start, c.at));
}

function blockAddress(c: Cursor): string {
  c.expect("(");
  const name = c.name("@");
  c.expect(",");
  const label = c.localName();
  c.expect(")");
  return `blockaddress(${name}, ${label})`;
}

function expression(c: Cursor, op: string, type: Type): Expression {
  const flags = parseFlags(c);
  c.expect("(");
  if (op === "getelementptr") {
    const source = parseType(c);
    const operands: Value[] = [];
    while (c.take(",")) {
      c.takeWord("inrange");
      operands.push(parseTyped(c));
    }
    c.expect(")");
    return { kind: "expression", type, op, flags, source, operands };
  }
  const operands = [parseTyped(c)];
  if (c.takeWord("to")) parseType(c);
  else while (c.take(",")) operands.push(parseTyped(c));
  c.expect(")");
  return { kind: "expression", type, op, flags, operands };
}

const ASM_FLAGS = ["sideeffect", "alignstack", "inteldialect", "unwind"];

function inlineAsm(c: Cursor, type: Type): Value {
  const flags: string[] = [];
  while (ASM_FLAGS.includes(c.peekWord())) flags.push(c.word());
  const template = c.quoted();
  c.expect(",");
  return { kind: "asm", type, flags, template, constraints: c.quoted() };
}

/** Metadata as an operand: `!7`, `!"text"`, `!{…}` or `!DILocation(…)`. */
export function metadataText(c: Cursor): string {
  c.skipSpaces();
  const start = c.at;
  c.expect("!");
  if (c.text[c.at] === '"') c.quoted();
  else {
    const word = c.peekWord();
    c.at += word.length;
    const next = c.text[c.at];
    if (next === "{" || (next === "(" && word.startsWith("DI"))) c.bracket();
  }
  return c.text.slice(start, c.at);
}
