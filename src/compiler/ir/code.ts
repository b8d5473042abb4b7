// Writes instructions one after the other into blocks. Results and labels have the names that they are given; fresh-names.ts has names for those who
// write into a function that has others. A number as an operand is a constant of the type of the operand beside it.

import {
  alloca,
  binary,
  branch,
  call,
  cast,
  elementPtr,
  extractValue,
  icmp,
  jump,
  load,
  phi,
  ret,
  select,
  store,
  switchOver,
} from "./builder.js";
import type { BinaryOp, CastOp, Flags, Instruction } from "./instruction.js";
import type { Block } from "./module.js";
import { i1, i32, ptr, type Type, voidType } from "./type.js";
import { int, int32, type Local, local, type Value } from "./value.js";

/** Flags of sums that never wrap. */
export const NEVER_WRAPS: Flags = ["nuw", "nsw"];

type Operand = Value | number | bigint;

/** Where control comes from, and the value that it brings. */
type Way = readonly [value: Operand, from: string];

export class Code {
  readonly #blocks: { readonly label: string; readonly instructions: Instruction[] }[];

  /** Begins with a block of this label; the label of instructions that are no block of their own does not matter. */
  constructor(label = "%begin") {
    this.#blocks = [{ label, instructions: [] }];
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** The instructions of the block that is written. */
  get instructions(): readonly Instruction[] {
    return this.#open;
  }

  get #open(): Instruction[] {
    return (this.#blocks.at(-1) as { readonly instructions: Instruction[] }).instructions;
  }

  /** Begins another block. */
  block(label: string): void {
    this.#blocks.push({ label, instructions: [] });
  }

  push(...instructions: readonly Instruction[]): void {
    this.#open.push(...instructions);
  }

  #result(i: Instruction, type: Type): Local {
    this.#open.push(i);
    return local(i.result as string, type);
  }

  binary(name: string, op: BinaryOp, left: Value, right: Operand, flags?: Flags): Local {
    return this.#result(binary(name, op, left, operand(right, left.type), flags), left.type);
  }

  add(name: string, left: Value, right: Operand, flags?: Flags): Local {
    return this.binary(name, "add", left, right, flags);
  }

  mul(name: string, left: Value, right: Operand, flags?: Flags): Local {
    return this.binary(name, "mul", left, right, flags);
  }

  icmp(name: string, predicate: string, left: Value, right: Operand): Local {
    return this.#result(icmp(name, predicate, left, operand(right, left.type)), i1);
  }

  cast(name: string, op: CastOp, value: Value, type: Type, flags?: Flags): Local {
    return this.#result(cast(name, op, value, type, flags), type);
  }

  select(name: string, condition: Value, ifTrue: Value, ifFalse: Value): Local {
    return this.#result(select(name, condition, ifTrue, ifFalse), ifTrue.type);
  }

  load(name: string, type: Type, pointer: Value, align?: number): Local {
    return this.#result(load(name, type, pointer, align === undefined ? {} : { align }), type);
  }

  store(value: Value, pointer: Value, align?: number): void {
    this.push(store(value, pointer, align === undefined ? {} : { align }));
  }

  alloca(name: string, type: Type, align?: number): Local {
    return this.#result(alloca(name, type, align), ptr);
  }

  /** The address of an element of an array of `type`. */
  element(name: string, type: Type, base: Value, index: Operand): Local {
    return this.#result(elementPtr(name, type, base, [operand(index, i32)], ["inbounds"]), ptr);
  }

  phi(name: string, type: Type, ...ways: readonly Way[]): Local {
    const incoming = ways.map(([value, from]) => ({ value: operand(value, type), from }));
    return this.#result(phi(name, type, incoming), type);
  }

  call(name: string, type: Type, callee: string, args: readonly Value[]): Local {
    return this.#result(call(name, type, callee, args), type);
  }

  /** Calls a function without a result. */
  run(callee: string, args: readonly Value[]): void {
    this.push(call(undefined, voidType, callee, args));
  }

  extract(name: string, type: Type, aggregate: Value, member: number): Local {
    return this.#result(extractValue(name, aggregate, [member]), type);
  }

  jump(to: string): void {
    this.push(jump(to));
  }

  branch(condition: Value, ifTrue: string, ifFalse: string): void {
    this.push(branch(condition, ifTrue, ifFalse));
  }

  switchOver(
    value: Value,
    otherwise: string,
    cases: readonly (readonly [value: number, to: string])[],
  ): void {
    this.push(
      switchOver(
        value,
        otherwise,
        cases.map(([of, to]) => ({ value: int32(of), to })),
      ),
    );
  }

  ret(value?: Value): void {
    this.push(ret(value));
  }
}

function operand(value: Operand, type: Type): Value {
  if (typeof value === "object") return value;
  if (type.kind !== "int") throw new Error(`internal: ${value} is no constant of the type ${type.text}`);
  return int(type, value);
}
