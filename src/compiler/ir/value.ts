// Operands of instructions. A local value is known by its name, not by the instruction that makes it, so an instruction is plain data that can be
// copied into another function. Names are kept as LLVM prints them, with `%` or `@` and with quotes where they have any.

import { i32, type IntType, ptr, type Type } from "./type.js";

export type Value = Local | GlobalRef | Int | Literal | Aggregate | Expression | InlineAsm;

/** A parameter, or the result of an instruction. */
export interface Local {
  readonly kind: "local";
  readonly name: string;
  readonly type: Type;
}
/** The address of a function or of a variable of the module. */
export interface GlobalRef {
  readonly kind: "global";
  readonly name: string;
  readonly type: Type;
}
export interface Int {
  readonly kind: "int";
  readonly type: IntType;
  /** As LLVM prints it: signed, except for i1, which is 0 or 1. */
  readonly value: bigint;
}
/** A constant whose text says it all: a floating-point number, `null`, `poison`, `zeroinitializer`, `c"text"`. */
export interface Literal {
  readonly kind: "literal";
  readonly type: Type;
  readonly text: string;
}
/** An array, a vector or a struct of constants. */
export interface Aggregate {
  readonly kind: "aggregate";
  readonly type: Type;
  readonly elements: readonly Value[];
}
/** A constant that is computed: an address in a variable, a cast, a sum, or `splat`. */
export interface Expression {
  readonly kind: "expression";
  readonly type: Type;
  readonly op: string;
  readonly flags: readonly string[];
  /** The type that the indices of a `getelementptr` step through. */
  readonly source?: Type;
  readonly operands: readonly Value[];
}
/** What a call of inline assembly calls. */
export interface InlineAsm {
  readonly kind: "asm";
  readonly type: Type;
  readonly flags: readonly string[];
  /** As it stands between the quotes. */
  readonly template: string;
  readonly constraints: string;
}

export function local(name: string, type: Type): Local {
  return { kind: "local", name, type };
}

/** The address of a function or of a variable. */
export function globalRef(name: string, type: Type = ptr): GlobalRef {
  return { kind: "global", name, type };
}

export function int(type: IntType, value: bigint | number): Int {
  return { kind: "int", type, value: BigInt(value) };
}

export function int32(value: number): Int {
  return int(i32, value);
}

export function literal(type: Type, text: string): Literal {
  return { kind: "literal", type, text };
}

/** The name of a local value; undefined for all other values. */
export function localOf(value: Value): string | undefined {
  return value.kind === "local" ? value.name : undefined;
}

/** A whole number, `true` being 1; undefined for all other values. */
export function numberOf(value: Value): number | undefined {
  return value.kind === "int" ? Number(value.value) : undefined;
}

/** A value and the constants that it is made of, however deep. */
export function* partsOf(value: Value): Generator<Value> {
  yield value;
  if (value.kind === "aggregate") for (const element of value.elements) yield* partsOf(element);
  if (value.kind === "expression") for (const operand of value.operands) yield* partsOf(operand);
}

/** Replaces values, from the inside out. What `change` leaves alone stays the same object. */
export function mapValue(value: Value, change: (value: Value) => Value): Value {
  switch (value.kind) {
    case "aggregate": {
      const elements = mapEach(value.elements, (element) => mapValue(element, change));
      return change(elements === value.elements ? value : { ...value, elements });
    }
    case "expression": {
      const operands = mapEach(value.operands, (operand) => mapValue(operand, change));
      return change(operands === value.operands ? value : { ...value, operands });
    }
    default:
      return change(value);
  }
}

/** `list.map(change)`, but the list itself where nothing changes. */
export function mapEach<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const before = list[i] as T;
    const after = change(before);
    if (after !== before) changed ??= [...list];
    if (changed !== undefined) changed[i] = after;
  }
  return changed ?? list;
}
