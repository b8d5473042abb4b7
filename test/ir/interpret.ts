// Runs functions of LLVM IR over a memory of bytes, so that a pass is tested by what a function does before and after it. It is not fast, and
// stops with an error at what it does not know and after many steps.

import type { Instruction, Phi } from "../../src/compiler/ir/instruction.js";
import { isBinary, isCast } from "../../src/compiler/ir/instruction.js";
import type { Layout } from "../../src/compiler/ir/layout.js";
import { type IrFunction, type IrModule, terminator } from "../../src/compiler/ir/module.js";
import { intType, type Type } from "../../src/compiler/ir/type.js";
import type { Value } from "../../src/compiler/ir/value.js";
import {
  binaryOf,
  castOf,
  eachLane,
  isTrue,
  parseFloatText,
  rounded,
  UndefinedBehavior,
} from "./arithmetic.js";
import { intrinsicOf } from "./intrinsics.js";
import { type Data, Memory, POISON } from "./memory.js";

export { type Data, Memory } from "./memory.js";

/** A function that is not in the module. */
export type HostFunction = (args: readonly Data[], memory: Memory) => Data | undefined;

const MOST_STEPS = 200_000;

/** A module that is ready to run: its variables are in memory. */
export class Interpreter {
  readonly memory: Memory;
  readonly #layout: Layout;
  readonly #functions: ReadonlyMap<string, IrFunction>;
  readonly #host: ReadonlyMap<string, HostFunction>;
  readonly #addresses = new Map<string, bigint>();
  #steps = 0;

  constructor(module: IrModule, host: ReadonlyMap<string, HostFunction> = new Map(), memory = new Memory()) {
    this.memory = memory;
    this.#layout = module.layout;
    this.#functions = new Map(module.functions.map((f) => [f.name, f]));
    this.#host = host;
    for (const { name, type } of module.globals) {
      this.#addresses.set(name, BigInt(memory.allocate(module.layout.sizeOf(type))));
    }
    for (const { name, type, value } of module.globals) {
      const address = Number(this.#addresses.get(name));
      if (value !== undefined) memory.store(type, address, this.#constant(value), module.layout);
    }
  }

  /** Where a variable is. */
  addressOf(name: string): number {
    const address = this.#addresses.get(name);
    if (address === undefined) throw new Error(`the interpreter has no variable ${name}`);
    return Number(address);
  }

  /** Calls a function by its name. */
  call(name: string, args: readonly Data[]): Data | undefined {
    const f = this.#functions.get(name);
    if (f !== undefined) return this.#run(f, args);
    const host = this.#host.get(name);
    if (host === undefined) throw new Error(`the interpreter has no function ${name}`);
    return host(args, this.memory);
  }

  #run(f: IrFunction, args: readonly Data[]): Data | undefined {
    const frame = this.memory.end;
    const values = new Map<string, Data>(f.parameters.map(({ name }, i) => [name, args[i] as Data]));
    const blocks = new Map(f.blocks.map((block) => [block.label, block]));
    let block = f.blocks[0];
    let from = "";
    for (;;) {
      if (block === undefined) throw new Error(`the interpreter has no block after ${from}`);
      // All phis read before one of them writes.
      const phis = block.instructions.filter((i): i is Phi => i.op === "phi");
      const incoming = phis.map((i) => this.#incoming(i, from, values));
      for (const [n, i] of phis.entries()) values.set(i.result as string, incoming[n] as Data);
      for (const i of block.instructions.slice(phis.length, -1)) {
        this.#step();
        const result = this.#execute(i, values);
        if (i.result !== undefined) values.set(i.result, result as Data);
      }
      this.#step();
      const last = terminator(block);
      if (last.op === "ret") {
        this.memory.freeFrom(frame);
        return last.value && this.#value(last.value, values);
      }
      from = block.label;
      block = blocks.get(this.#next(last, values));
    }
  }

  #step(): void {
    if (++this.#steps > MOST_STEPS) throw new Error("the interpreter took too many steps");
  }

  #incoming({ incoming, result }: Phi, from: string, values: ReadonlyMap<string, Data>): Data {
    const way = incoming.find((one) => one.from === from);
    if (way === undefined) throw new Error(`${result} has no value from ${from}`);
    return this.#value(way.value, values);
  }

  #next(i: Instruction, values: ReadonlyMap<string, Data>): string {
    switch (i.op) {
      case "jump":
        return i.to;
      case "branch":
        return this.#defined(i.condition, values) === 1n ? i.ifTrue : i.ifFalse;
      case "switch": {
        const value = this.#defined(i.value, values);
        return i.cases.find((one) => this.#constant(one.value) === value)?.to ?? i.otherwise;
      }
      case "unreachable":
        throw new UndefinedBehavior("control came to unreachable");
      default:
        throw new Error(`the interpreter has no ${i.op}`);
    }
  }

  /** A value that decides: what is not defined must not. */
  #defined(value: Value, values: ReadonlyMap<string, Data>): bigint {
    const data = this.#value(value, values);
    if (typeof data !== "bigint") throw new UndefinedBehavior("an undefined value decides");
    return data;
  }

  #address(value: Value, values: ReadonlyMap<string, Data>, type: Type): number {
    const address = Number(this.#defined(value, values));
    if (address <= 0 || address + this.#layout.sizeOf(type) > this.memory.bytes.length) {
      throw new UndefinedBehavior(`an access at ${address}`);
    }
    return address;
  }

  #execute(i: Instruction, values: ReadonlyMap<string, Data>): Data | undefined {
    const of = (value: Value): Data => this.#value(value, values);
    if (isBinary(i)) return binaryOf(i.op, i.flags, i.left.type, of(i.left), of(i.right));
    if (isCast(i)) return castOf(i.op, i.flags, i.value.type, i.type, of(i.value));
    switch (i.op) {
      case "load":
        return this.memory.load(i.type, this.#address(i.pointer, values, i.type), this.#layout);
      case "store":
        this.memory.store(
          i.value.type,
          this.#address(i.pointer, values, i.value.type),
          of(i.value),
          this.#layout,
        );
        return undefined;
      case "getelementptr":
        return this.#elementPtr(i.source, of(i.base), i.indices, of);
      case "call":
        return this.#call(i, of);
      case "icmp":
      case "fcmp":
        return isTrue(i.predicate, i.left.type, of(i.left), of(i.right));
      case "fneg":
        return eachLane(i.value.type, [of(i.value)], (_, value) => -(value as number));
      case "freeze":
        return frozen(of(i.value), i.value.type);
      case "select":
        return select(of(i.condition), of(i.ifTrue), of(i.ifFalse));
      case "alloca": {
        const count = i.count === undefined ? 1 : Number(of(i.count));
        return BigInt(this.memory.allocate(count * this.#layout.sizeOf(i.allocated), i.align ?? 16));
      }
      case "atomicrmw": {
        const { type } = i.value;
        const address = this.#address(i.pointer, values, type);
        const before = this.memory.load(type, address, this.#layout);
        this.memory.store(type, address, atomicResult(i.operation, type, before, of(i.value)), this.#layout);
        return before;
      }
      case "cmpxchg": {
        const { type } = i.expected;
        const address = this.#address(i.pointer, values, type);
        const before = this.memory.load(type, address, this.#layout);
        const isReplaced = before === of(i.expected);
        if (isReplaced) this.memory.store(type, address, of(i.replacement), this.#layout);
        return [before, isReplaced ? 1n : 0n];
      }
      case "fence":
        return undefined;
      case "extractvalue":
        return i.path.reduce<Data>((value, n) => partOf(value, n), of(i.aggregate));
      case "insertvalue":
        return withPart(of(i.aggregate), i.path, of(i.value));
      case "extractelement":
        return partOf(of(i.vector), Number(of(i.index)));
      case "insertelement":
        return withPart(spread(of(i.vector), i.vector.type), [Number(of(i.index))], of(i.value));
      case "shufflevector": {
        const left = spread(of(i.left), i.left.type);
        const both = [...left, ...spread(of(i.right), i.right.type)];
        return spread(of(i.mask), i.mask.type).map((lane) =>
          lane === POISON ? POISON : (both[Number(lane)] as Data),
        );
      }
      default:
        throw new Error(`the interpreter has no ${i.op === "raw" ? i.opcode : i.op}`);
    }
  }

  #call(i: Instruction & { readonly op: "call" }, of: (value: Value) => Data): Data | undefined {
    if (i.callee.kind !== "global") throw new Error("the interpreter calls functions by their names only");
    const args = i.args.map(({ value }) => of(value));
    const { name } = i.callee;
    const own = name.startsWith("@llvm.") ? intrinsicOf(name) : undefined;
    return own !== undefined ? own(args, i.type, this.memory) : this.call(name, args);
  }

  #elementPtr(source: Type, base: Data, indices: readonly Value[], of: (value: Value) => Data): Data {
    if (base === POISON) return POISON;
    if (Array.isArray(base)) throw new Error("the interpreter has no vectors of addresses");
    let type = source;
    let address = base as bigint;
    for (const [n, value] of indices.entries()) {
      const data = of(value);
      if (data === POISON) return POISON;
      const index = BigInt.asIntN(value.type.kind === "int" ? value.type.bits : 64, data as bigint);
      if (n === 0) address += index * BigInt(this.#layout.sizeOf(type));
      else if (type.kind === "array" || type.kind === "vector") {
        type = type.element;
        address += index * BigInt(this.#layout.sizeOf(type));
      } else {
        const member = this.#layout.memberOf(type, Number(index));
        type = member.type;
        address += BigInt(member.offset);
      }
    }
    return BigInt.asUintN(8 * this.#layout.pointerBytes, address);
  }

  #value(value: Value, values: ReadonlyMap<string, Data>): Data {
    if (value.kind !== "local") return this.#constant(value);
    const data = values.get(value.name);
    if (data === undefined) throw new Error(`the interpreter has no value for ${value.name}`);
    return data;
  }

  #constant(value: Value): Data {
    switch (value.kind) {
      case "int":
        return BigInt.asUintN(value.type.bits, value.value);
      case "global":
        return BigInt(this.addressOf(value.name));
      case "aggregate":
        return value.elements.map((element) => this.#constant(element));
      case "literal":
        return this.#literal(value.type, value.text);
      case "expression":
        return this.#expression(value);
      default:
        throw new Error(`the interpreter has no ${value.kind}`);
    }
  }

  #expression(value: Value & { readonly kind: "expression" }): Data {
    const [first] = value.operands;
    if (first !== undefined) {
      if (value.op === "splat" && value.type.kind === "vector") {
        return Array.from({ length: value.type.count }, () => this.#constant(first));
      }
      if (value.op === "getelementptr" && value.source !== undefined) {
        const of = (operand: Value): Data => this.#constant(operand);
        return this.#elementPtr(value.source, of(first), value.operands.slice(1), of);
      }
      if (value.op === "addrspacecast" || value.op === "inttoptr") return this.#constant(first);
      if (value.op === "ptrtoint")
        return castOf("ptrtoint", [], first.type, value.type, this.#constant(first));
    }
    throw new Error(`the interpreter has no constant ${value.op}`);
  }

  #literal(type: Type, text: string): Data {
    if (text === "undef" || text === "poison") return POISON;
    if (text === "zeroinitializer") return this.#zeros(type);
    if (text === "null" || text === "false") return 0n;
    if (text === "true") return 1n;
    if (type.kind === "float") return parseFloatText(type, text);
    throw new Error(`the interpreter cannot read ${type.text} ${text}`);
  }

  #zeros(type: Type): Data {
    switch (type.kind) {
      case "int":
      case "pointer":
        return 0n;
      case "float":
        return 0;
      case "vector":
      case "array":
        return Array.from({ length: type.count }, () => this.#zeros(type.element));
      default:
        return this.#layout.membersOf(type).map((member) => this.#zeros(member.type));
    }
  }
}

/** What is in memory after an atomic operation. */
function atomicResult(operation: string, type: Type, before: Data, value: Data): Data {
  switch (operation) {
    case "xchg":
      return value;
    case "add":
    case "sub":
    case "and":
    case "or":
    case "xor":
    case "fadd":
    case "fsub":
      return binaryOf(operation, [], type, before, value);
    case "nand":
      return binaryOf(
        "xor",
        [],
        type,
        binaryOf("and", [], type, before, value),
        BigInt.asUintN(bitsOfInt(type), -1n),
      );
    case "max":
    case "min":
    case "umax":
    case "umin": {
      const predicate = { max: "sgt", min: "slt", umax: "ugt", umin: "ult" }[operation];
      return select(isTrue(predicate, type, before, value), before, value);
    }
    case "fmax":
    case "fmin": {
      const pick = operation === "fmax" ? Math.max : Math.min;
      if (Number.isNaN(before)) return value;
      if (Number.isNaN(value)) return before;
      return rounded(type, pick(before as number, value as number));
    }
    case "uinc_wrap":
      return (before as bigint) >= (value as bigint) ? 0n : (before as bigint) + 1n;
    case "udec_wrap":
      return before === 0n || (before as bigint) > (value as bigint) ? value : (before as bigint) - 1n;
    default:
      throw new Error(`the interpreter has no atomicrmw ${operation}`);
  }
}

function bitsOfInt(type: Type): number {
  return type.kind === "int" ? type.bits : intType(64).bits;
}

function select(condition: Data, ifTrue: Data, ifFalse: Data): Data {
  if (Array.isArray(condition)) {
    return condition.map((one: Data, lane) => select(one, partOf(ifTrue, lane), partOf(ifFalse, lane)));
  }
  if (condition === POISON) return POISON;
  return condition === 1n ? ifTrue : ifFalse;
}

function partOf(value: Data, index: number): Data {
  return Array.isArray(value) ? ((value as readonly Data[])[index] ?? POISON) : POISON;
}

function withPart(value: Data, path: readonly number[], part: Data): Data {
  const [first, ...others] = path;
  if (first === undefined) return part;
  // Of a struct that is not defined, only as many parts are there as were set.
  const parts: Data[] = Array.isArray(value) ? [...(value as readonly Data[])] : [];
  for (let i = parts.length; i < first; i++) parts.push(POISON);
  parts[first] = withPart(parts[first] ?? POISON, others, part);
  return parts;
}

/** The lanes of a vector. */
function spread(value: Data, type: Type): readonly Data[] {
  if (Array.isArray(value)) return value as readonly Data[];
  return Array.from({ length: type.kind === "vector" ? type.count : 0 }, () => POISON);
}

function frozen(value: Data, type: Type): Data {
  if (Array.isArray(value)) return (value as readonly Data[]).map((one) => (one === POISON ? 0n : one));
  if (value !== POISON) return value;
  return type.kind === "float" ? 0 : 0n;
}
