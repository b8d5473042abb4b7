// What an instruction reads, where control goes after it, and copies of it with other operands or labels.

import {
  BINARY_OPS,
  type Call,
  CAST_OPS,
  type Instruction,
  type Invoke,
  type Phi,
  type RawName,
} from "./instruction.js";
import { operandText } from "./print-value.js";
import { voidType } from "./type.js";
import { type Local, mapEach, mapValue, partsOf, type Value } from "./value.js";

/** Instructions whose operands are members of their own; those of phis and calls are in lists with other things. */
type Plain = Exclude<Instruction, Phi | Call | Invoke>;
type OperandKey<I> = {
  [K in keyof I]: I[K] extends Value | readonly Value[] | undefined ? K : never;
}[keyof I];
type OperandKeys = { readonly [I in Plain as I["op"]]: readonly OperandKey<I>[] };

/** The members that are operands, in the order in which LLVM prints them. */
const OPERANDS: OperandKeys = {
  load: ["pointer"],
  store: ["value", "pointer"],
  getelementptr: ["base", "indices"],
  branch: ["condition"],
  switch: ["value"],
  ret: ["value"],
  jump: [],
  unreachable: [],
  fence: [],
  raw: [],
  icmp: ["left", "right"],
  fcmp: ["left", "right"],
  fneg: ["value"],
  freeze: ["value"],
  select: ["condition", "ifTrue", "ifFalse"],
  alloca: ["count"],
  atomicrmw: ["pointer", "value"],
  cmpxchg: ["pointer", "expected", "replacement"],
  extractvalue: ["aggregate"],
  insertvalue: ["aggregate", "value"],
  extractelement: ["vector", "index"],
  insertelement: ["vector", "value", "index"],
  shufflevector: ["left", "right", "mask"],
  ...forAll(BINARY_OPS, ["left", "right"] as const),
  ...forAll(CAST_OPS, ["value"] as const),
};

function forAll<Op extends string, Keys>(ops: readonly Op[], keys: Keys): Readonly<Record<Op, Keys>> {
  return Object.fromEntries(ops.map((op) => [op, keys])) as Record<Op, Keys>;
}

/** The operands, in the order in which LLVM prints them. Those of a phi are read at the end of the blocks that it names. */
export function operandsOf(i: Instruction): readonly Value[] {
  if (i.op === "phi") return i.incoming.map(({ value }) => value);
  if (i.op === "call" || i.op === "invoke") {
    return [i.callee, ...i.args.map(({ value }) => value), ...i.bundles.flatMap(({ values }) => values)];
  }
  const operands: Value[] = [];
  for (const key of OPERANDS[i.op]) {
    const operand = memberOf(i, key);
    if (isList(operand)) operands.push(...operand);
    else if (operand !== undefined) operands.push(operand);
  }
  return operands;
}

function memberOf(i: Plain, key: PropertyKey): Value | readonly Value[] | undefined {
  return (i as unknown as Readonly<Record<PropertyKey, Value | readonly Value[] | undefined>>)[key];
}

function isList(operand: Value | readonly Value[] | undefined): operand is readonly Value[] {
  return Array.isArray(operand);
}

/** Whether two operands are the same name or constant. */
export function isSameValue(a: Value, b: Value): boolean {
  return a === b || (a.kind === b.kind && a.type === b.type && operandText(a) === operandText(b));
}

/** The names of the local values that an instruction reads, in order; a name may come twice. */
export function localsOf(i: Instruction): string[] {
  if (i.op === "raw") return rawNames(i.parts, "local");
  // The operands of instructions are no constants that contain local values.
  return operandsOf(i).flatMap((value) => (value.kind === "local" ? [value.name] : []));
}

/** The names of the functions and variables that an instruction mentions, also in constants. */
export function globalsOf(i: Instruction): string[] {
  if (i.op === "raw")
    return i.parts.flatMap((part) => (typeof part === "string" ? (part.match(GLOBAL) ?? []) : []));
  return operandsOf(i).flatMap(globalsIn);
}

/** The names of the functions and variables in a value. */
export function globalsIn(value: Value): string[] {
  if (value.kind === "global") return [value.name];
  if (value.kind === "local" || value.kind === "int" || value.kind === "literal") return [];
  return Array.from(partsOf(value)).flatMap((part) => (part.kind === "global" ? [part.name] : []));
}

const GLOBAL = /@(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g;

/** A copy with other operands. `change` also sees the constants inside operands, from the inside out. */
export function mapOperands<I extends Instruction>(given: I, change: (value: Value) => Value): I {
  const i: Instruction = given;
  const of = (value: Value): Value => mapValue(value, change);
  if (i.op === "phi") {
    return changed(given, {
      incoming: mapEach(i.incoming, (way) => changed(way, { value: of(way.value) })),
    });
  }
  if (i.op === "call" || i.op === "invoke") {
    const args = mapEach(i.args, (arg) => changed(arg, { value: of(arg.value) }));
    const bundles = mapEach(i.bundles, (one) => changed(one, { values: mapEach(one.values, of) }));
    return changed(given, { callee: of(i.callee), args, bundles });
  }
  if (i.op === "raw") return changed(given, { parts: mapEach(i.parts, (part) => rawPart(part, of)) });
  let mapped: Record<PropertyKey, unknown> | undefined;
  for (const key of OPERANDS[i.op]) {
    const before = memberOf(i, key);
    const after = isList(before) ? mapEach(before, of) : before && of(before);
    if (after !== before) (mapped ??= { ...given })[key] = after;
  }
  return (mapped as I | undefined) ?? given;
}

/** The object itself where all fields have these values already. */
function changed<T extends object>(given: T, fields: Readonly<Record<string, unknown>>): T {
  for (const [key, value] of Object.entries(fields)) {
    if ((given as Record<string, unknown>)[key] !== value) return { ...given, ...fields };
  }
  return given;
}

function rawNames(parts: readonly (string | RawName)[], kind: RawName["kind"]): string[] {
  return parts.flatMap((part) => (typeof part !== "string" && part.kind === kind ? [part.name] : []));
}

function rawPart(part: string | RawName, of: (value: Value) => Value): string | RawName {
  if (typeof part === "string" || part.kind === "block") return part;
  const value = of({ kind: "local", name: part.name, type: voidType });
  if (value.kind !== "local") return operandText(value);
  return value.name === part.name ? part : { kind: "local", name: value.name };
}

/** Renames local values: operands and, where it is renamed too, the result. */
export function renameLocals<I extends Instruction>(i: I, rename: (name: string) => string): I {
  const result = i.result === undefined ? undefined : rename(i.result);
  return changed(
    mapOperands(i, (value) => (value.kind === "local" ? renamed(value, rename(value.name)) : value)),
    { result },
  );
}

function renamed(value: Local, name: string): Local {
  return name === value.name ? value : { ...value, name };
}

/** The labels of the blocks where control may go after an instruction, each once. */
export function successorsOf(i: Instruction): readonly string[] {
  switch (i.op) {
    case "jump":
      return [i.to];
    case "branch":
      return i.ifTrue === i.ifFalse ? [i.ifTrue] : [i.ifTrue, i.ifFalse];
    case "switch":
      return [...new Set([i.otherwise, ...i.cases.map(({ to }) => to)])];
    case "invoke":
      return [i.to, i.unwind];
    case "raw":
      return [...new Set(rawNames(i.parts, "block"))];
    default:
      return [];
  }
}

/** A copy that names other blocks: where control goes, or where a phi's values come from. */
export function mapLabels<I extends Instruction>(given: I, change: (label: string) => string): I {
  const i: Instruction = given;
  switch (i.op) {
    case "jump":
      return changed(given, { to: change(i.to) });
    case "branch":
      return changed(given, { ifTrue: change(i.ifTrue), ifFalse: change(i.ifFalse) });
    case "switch": {
      const cases = mapEach(i.cases, (one) => changed(one, { to: change(one.to) }));
      return changed(given, { otherwise: change(i.otherwise), cases });
    }
    case "invoke":
      return changed(given, { to: change(i.to), unwind: change(i.unwind) });
    case "phi":
      return changed(given, {
        incoming: mapEach(i.incoming, (way) => changed(way, { from: change(way.from) })),
      });
    case "raw": {
      const parts = mapEach(i.parts, (part) =>
        typeof part !== "string" && part.kind === "block" ? changed(part, { name: change(part.name) }) : part,
      );
      return changed(given, { parts });
    }
    default:
      return given;
  }
}
