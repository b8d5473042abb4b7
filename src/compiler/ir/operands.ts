// What an instruction reads, where control goes after it, and copies of it with other operands or labels.

import type { Instruction, RawName } from "./instruction.js";
import { operandText } from "./print-value.js";
import { voidType } from "./type.js";
import { type Local, mapEach, mapValue, partsOf, type Value } from "./value.js";

/** The operands, in the order in which LLVM prints them. Those of a phi are read at the end of the blocks that it names. */
export function operandsOf(i: Instruction): readonly Value[] {
  switch (i.op) {
    case "load":
      return [i.pointer];
    case "store":
      return [i.value, i.pointer];
    case "getelementptr":
      return [i.base, ...i.indices];
    case "phi":
      return i.incoming.map(({ value }) => value);
    case "call":
    case "invoke":
      return [i.callee, ...i.args.map(({ value }) => value), ...i.bundles.flatMap(({ values }) => values)];
    case "branch":
      return [i.condition];
    case "switch":
      return [i.value];
    case "ret":
      return i.value === undefined ? [] : [i.value];
    case "jump":
    case "unreachable":
    case "fence":
    case "raw":
      return [];
    case "icmp":
    case "fcmp":
      return [i.left, i.right];
    case "fneg":
    case "freeze":
      return [i.value];
    case "select":
      return [i.condition, i.ifTrue, i.ifFalse];
    case "alloca":
      return i.count === undefined ? [] : [i.count];
    case "atomicrmw":
      return [i.pointer, i.value];
    case "cmpxchg":
      return [i.pointer, i.expected, i.replacement];
    case "extractvalue":
      return [i.aggregate];
    case "insertvalue":
      return [i.aggregate, i.value];
    case "extractelement":
      return [i.vector, i.index];
    case "insertelement":
      return [i.vector, i.value, i.index];
    case "shufflevector":
      return [i.left, i.right, i.mask];
    default:
      return "left" in i ? [i.left, i.right] : [i.value];
  }
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
  switch (i.op) {
    case "load":
      return changed(given, { pointer: of(i.pointer) });
    case "store":
      return changed(given, { value: of(i.value), pointer: of(i.pointer) });
    case "getelementptr":
      return changed(given, { base: of(i.base), indices: mapEach(i.indices, of) });
    case "phi":
      return changed(given, {
        incoming: mapEach(i.incoming, (way) => changed(way, { value: of(way.value) })),
      });
    case "call":
    case "invoke": {
      const args = mapEach(i.args, (arg) => changed(arg, { value: of(arg.value) }));
      const bundles = mapEach(i.bundles, (one) => changed(one, { values: mapEach(one.values, of) }));
      return changed(given, { callee: of(i.callee), args, bundles });
    }
    case "branch":
      return changed(given, { condition: of(i.condition) });
    case "switch":
    case "fneg":
    case "freeze":
      return changed(given, { value: of(i.value) });
    case "ret":
      return changed(given, { value: i.value && of(i.value) });
    case "jump":
    case "unreachable":
    case "fence":
      return given;
    case "raw":
      return changed(given, { parts: mapEach(i.parts, (part) => rawPart(part, of)) });
    case "select":
      return changed(given, { condition: of(i.condition), ifTrue: of(i.ifTrue), ifFalse: of(i.ifFalse) });
    case "alloca":
      return changed(given, { count: i.count && of(i.count) });
    case "atomicrmw":
      return changed(given, { pointer: of(i.pointer), value: of(i.value) });
    case "cmpxchg":
      return changed(given, {
        pointer: of(i.pointer),
        expected: of(i.expected),
        replacement: of(i.replacement),
      });
    case "extractvalue":
      return changed(given, { aggregate: of(i.aggregate) });
    case "insertvalue":
      return changed(given, { aggregate: of(i.aggregate), value: of(i.value) });
    case "extractelement":
      return changed(given, { vector: of(i.vector), index: of(i.index) });
    case "insertelement":
      return changed(given, { vector: of(i.vector), value: of(i.value), index: of(i.index) });
    case "shufflevector":
      return changed(given, { left: of(i.left), right: of(i.right), mask: of(i.mask) });
    default:
      return "left" in i
        ? changed(given, { left: of(i.left), right: of(i.right) })
        : changed(given, { value: of(i.value) });
  }
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
