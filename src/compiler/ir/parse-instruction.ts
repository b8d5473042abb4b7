// Reads one instruction.

import type { Cursor } from "./cursor.js";
import {
  type Argument,
  type Atomic,
  type Attachment,
  BINARY_OPS,
  type BinaryOp,
  type Bundle,
  type Call,
  CAST_OPS,
  type CastOp,
  type Instruction,
  type Load,
  type RawName,
} from "./instruction.js";
import { parseAttributes, parseFlags } from "./parse-flags.js";
import { parseType } from "./parse-type.js";
import { metadataText, parseTyped, parseValue } from "./parse-value.js";
import { metadata, type PointerType, pointerType, ptr } from "./type.js";
import type { Value } from "./value.js";

type WithoutCommon<I> = I extends unknown ? Omit<I, "result" | "metadata"> : never;
/** An instruction without its result and metadata. */
type Body = WithoutCommon<Instruction>;

/** The instruction that comes next, with its metadata. */
export function parseInstruction(c: Cursor): Instruction {
  const result = c.peek() === "%" ? c.localName() : undefined;
  if (result !== undefined) c.expect("=");
  const start = c.at;
  const body = readerOf(c.word())(c, start);
  return { ...body, result, metadata: parseAttachments(c) };
}

/** `, !kind !7`, any number of times. */
function parseAttachments(c: Cursor): readonly Attachment[] {
  let found: Attachment[] | undefined;
  while (c.take(",")) (found ??= []).push(parseAttachment(c));
  return found ?? NO_METADATA;
}

export function parseAttachment(c: Cursor): Attachment {
  c.expect("!");
  return { kind: c.word(), node: metadataText(c) };
}

const NO_METADATA: readonly Attachment[] = [];

type Reader = (c: Cursor, start: number) => Body;

function readerOf(op: string): Reader {
  return READERS.get(op) ?? raw;
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["load", (c) => ({ op: "load", ...access(c, () => ({ type: parseType(c), pointer: next(c) })) })],
  ["store", (c) => ({ op: "store", ...access(c, () => ({ value: parseTyped(c), pointer: next(c) })) })],
  ["getelementptr", getElementPtr],
  ["phi", phi],
  ["call", (c) => call(c, undefined)],
  ...(["tail", "musttail", "notail"] as const).map((tail): [string, Reader] => [
    tail,
    (c) => {
      c.expect("call");
      return call(c, tail);
    },
  ]),
  ["invoke", invoke],
  ["br", branch],
  ["switch", switchOver],
  ["ret", ret],
  ["unreachable", () => ({ op: "unreachable" })],
  ...(["icmp", "fcmp"] as const).map((op): [string, Reader] => [
    op,
    (c) => ({ op, flags: parseFlags(c), predicate: c.word(), ...twoOperands(c) }),
  ]),
  ...BINARY_OPS.map((op: BinaryOp): [string, Reader] => [
    op,
    (c) => ({ op, flags: parseFlags(c), ...twoOperands(c) }),
  ]),
  ...CAST_OPS.map((op: CastOp): [string, Reader] => [op, (c) => cast(c, op)]),
  ["fneg", (c) => ({ op: "fneg", flags: parseFlags(c), value: parseTyped(c) })],
  ["freeze", (c) => ({ op: "freeze", value: parseTyped(c) })],
  ["select", select],
  ["alloca", alloca],
  ["atomicrmw", atomicRmw],
  ["cmpxchg", compareExchange],
  ["fence", (c) => ({ op: "fence", atomic: parseAtomic(c) })],
  ["extractvalue", (c) => ({ op: "extractvalue", aggregate: parseTyped(c), path: parsePath(c) })],
  [
    "insertvalue",
    (c) => ({ op: "insertvalue", aggregate: parseTyped(c), value: next(c), path: parsePath(c) }),
  ],
  ["extractelement", (c) => ({ op: "extractelement", vector: parseTyped(c), index: next(c) })],
  ["insertelement", (c) => ({ op: "insertelement", vector: parseTyped(c), value: next(c), index: next(c) })],
  ["shufflevector", (c) => ({ op: "shufflevector", left: parseTyped(c), right: next(c), mask: next(c) })],
]);

/** The operand after a comma. */
function next(c: Cursor): Value {
  c.expect(",");
  return parseTyped(c);
}

/** Two operands of one type, which stands before the first. */
function twoOperands(c: Cursor): { readonly left: Value; readonly right: Value } {
  const left = parseTyped(c);
  c.expect(",");
  return { left, right: parseValue(c, left.type) };
}

/** What loads and stores have in common, around their operands. */
function access<Operands>(
  c: Cursor,
  read: () => Operands,
): Operands & Pick<Load, "isVolatile" | "atomic" | "align"> {
  const isAtomic = c.takeWord("atomic");
  const isVolatile = c.takeWord("volatile");
  return { ...read(), isVolatile, atomic: isAtomic ? parseAtomic(c) : undefined, align: parseAlign(c) };
}

function parseAtomic(c: Cursor): Atomic {
  const scope = c.takeWord("syncscope") ? `syncscope${c.bracket()}` : undefined;
  return { ordering: c.word(), scope };
}

/** `, align 4`; the comma stays where something else follows it. */
function parseAlign(c: Cursor): number | undefined {
  const before = c.at;
  if (c.take(",") && c.takeWord("align")) return c.number();
  c.at = before;
  return undefined;
}

function getElementPtr(c: Cursor): Body {
  return {
    op: "getelementptr",
    flags: parseFlags(c),
    source: parseType(c),
    base: next(c),
    indices: moreOperands(c),
  };
}

/** Operands after commas, up to the metadata. */
function moreOperands(c: Cursor): Value[] {
  const operands: Value[] = [];
  while (isNextOperand(c)) operands.push(next(c));
  return operands;
}

/** Whether a comma comes next and no metadata behind it. */
function isNextOperand(c: Cursor): boolean {
  if (c.peek() !== ",") return false;
  const before = c.at;
  c.at++;
  const isMetadata = c.peek() === "!";
  c.at = before;
  return !isMetadata;
}

function phi(c: Cursor): Body {
  const flags = parseFlags(c);
  const type = parseType(c);
  const incoming = [];
  do {
    c.expect("[");
    const value = parseValue(c, type);
    c.expect(",");
    incoming.push({ value, from: c.localName() });
    c.expect("]");
  } while (isNextOperand(c) && c.take(","));
  return { op: "phi", flags, type, incoming };
}

function call(c: Cursor, tail: Call["tail"]): Body {
  return { op: "call", tail, flags: parseFlags(c), ...parseCall(c) };
}

/** What follows on the next lines tells where control goes. */
function invoke(c: Cursor): Body {
  const called = parseCall(c);
  c.skipLines();
  c.expect("to");
  const to = parseLabel(c);
  c.expect("unwind");
  return { op: "invoke", ...called, to, unwind: parseLabel(c) };
}

/** What calls of all kinds have. */
function parseCall(c: Cursor): Omit<Call, "op" | "tail" | "flags" | "result" | "metadata"> {
  const convention = parseConvention(c);
  const resultAttributes = parseAttributes(c);
  const type = parseType(c);
  const variadic = c.peek() === "(" ? c.bracket() : undefined;
  const callee = parseValue(c, ptr);
  const args = parseArguments(c);
  const attributes = parseAttributes(c);
  const bundles = c.peek() === "[" ? parseBundles(c) : NO_BUNDLES;
  return { convention, resultAttributes, type, variadic, callee, args, attributes, bundles };
}

const NO_BUNDLES: readonly Bundle[] = [];

function parseBundles(c: Cursor): readonly Bundle[] {
  const bundles: Bundle[] = [];
  c.expect("[");
  do {
    const tag = c.quoted();
    const values: Value[] = [];
    c.expect("(");
    while (!c.take(")")) {
      values.push(parseTyped(c));
      c.take(",");
    }
    bundles.push({ tag, values });
  } while (c.take(","));
  c.expect("]");
  return bundles;
}

/** `fastcc` and others. */
function parseConvention(c: Cursor): string | undefined {
  const word = c.peekWord();
  return /^(?:\w+cc|\w+_kernel)$/.test(word) ? c.word() : undefined;
}

function parseArguments(c: Cursor): Argument[] {
  const args: Argument[] = [];
  c.expect("(");
  if (c.take(")")) return args;
  do {
    const type = parseType(c);
    const attributes = parseAttributes(c);
    args.push({ value: type === metadata ? metadataArgument(c) : parseValue(c, type), attributes });
  } while (c.take(","));
  c.expect(")");
  return args;
}

/** Metadata, or a value as metadata: `metadata ptr %x`. */
function metadataArgument(c: Cursor): Value {
  if (c.peek() === "!") return { kind: "literal", type: metadata, text: metadataText(c) };
  const start = c.at;
  parseTyped(c);
  return { kind: "literal", type: metadata, text: c.text.slice(start, c.at) };
}

function parseLabel(c: Cursor): string {
  c.expect("label");
  return c.localName();
}

function branch(c: Cursor): Body {
  if (c.peekWord() === "label") return { op: "jump", to: parseLabel(c) };
  const condition = parseTyped(c);
  c.expect(",");
  const ifTrue = parseLabel(c);
  c.expect(",");
  return { op: "branch", condition, ifTrue, ifFalse: parseLabel(c) };
}

function switchOver(c: Cursor): Body {
  const value = parseTyped(c);
  c.expect(",");
  const otherwise = parseLabel(c);
  const cases = [];
  c.expect("[");
  for (c.skipLines(); !c.take("]"); c.skipLines()) {
    const value = parseTyped(c);
    c.expect(",");
    cases.push({ value, to: parseLabel(c) });
  }
  return { op: "switch", value, otherwise, cases };
}

function ret(c: Cursor): Body {
  if (c.takeWord("void")) return { op: "ret", value: undefined };
  return { op: "ret", value: parseTyped(c) };
}

function cast(c: Cursor, op: CastOp): Body {
  const flags = parseFlags(c);
  const value = parseTyped(c);
  c.expect("to");
  return { op, flags, value, type: parseType(c) };
}

function select(c: Cursor): Body {
  return { op: "select", flags: parseFlags(c), condition: parseTyped(c), ifTrue: next(c), ifFalse: next(c) };
}

function alloca(c: Cursor): Body {
  const allocated = parseType(c);
  let count: Value | undefined;
  let align: number | undefined;
  let type: PointerType = ptr;
  while (isNextOperand(c)) {
    c.expect(",");
    if (c.takeWord("align")) align = c.number();
    else if (c.takeWord("addrspace")) type = pointerType(Number(c.bracket().slice(1, -1)));
    else count = parseTyped(c);
  }
  return { op: "alloca", allocated, count, align, type };
}

function atomicRmw(c: Cursor): Body {
  return {
    op: "atomicrmw",
    isVolatile: c.takeWord("volatile"),
    operation: c.word(),
    pointer: parseTyped(c),
    value: next(c),
    atomic: parseAtomic(c),
    align: parseAlign(c),
  };
}

function compareExchange(c: Cursor): Body {
  return {
    op: "cmpxchg",
    isWeak: c.takeWord("weak"),
    isVolatile: c.takeWord("volatile"),
    pointer: parseTyped(c),
    expected: next(c),
    replacement: next(c),
    atomic: parseAtomic(c),
    failureOrdering: c.word(),
    align: parseAlign(c),
  };
}

function parsePath(c: Cursor): number[] {
  const path: number[] = [];
  while (isNextOperand(c) && c.take(",")) path.push(c.number());
  return path;
}

const LOCALS = /((?:label )?%(?:"[^"]*"|[-a-zA-Z$._0-9]+))/;
const METADATA = /(?:, ![-a-zA-Z$._0-9]+ !\d+)+$/;

/** The rest of the line, with the names that passes may change. */
function raw(c: Cursor, start: number): Body {
  c.at = start;
  const opcode = c.word();
  const end = c.text.indexOf("\n", start);
  const line = c.text.slice(c.at, end < 0 ? undefined : end);
  const text = line.slice(0, METADATA.exec(line)?.index);
  c.at += text.length;
  return { op: "raw", opcode, parts: text.split(LOCALS).map((part) => rawPart(part, c)) };
}

function rawPart(text: string, c: Cursor): string | RawName {
  if (text.startsWith("%")) return { kind: "local", name: c.asName(text) };
  return text.startsWith("label %") ? { kind: "block", name: c.asName(text.slice("label ".length)) } : text;
}
