// Rewrites one function with 64-bit addresses for a memory with 32-bit ones. A pointer stays an i64 and becomes an i32 where it is used
// as an address. An address that does not fit traps; it never wraps.
//
// An address that is not the last operand is narrowed where it was computed, because more code follows before its use. The output is
// therefore a list of pieces.

import { FIRST_ADDRESS } from "../../../core/first-address.js";
import type { BinaryReader } from "../wasm-binary.js";
import { i32Bytes, u32Bytes } from "../wasm-binary.js";
import { CodeReader, type FunctionType, letterOf, NO_RESULT } from "./code-reader.js";
import { OP } from "./instructions.js";

/** What a function must know of its module. Types are letters, as in instructions.ts. */
export interface ModuleTypes {
  readonly types: readonly FunctionType[];
  /** The type of each function, imports first. */
  readonly functions: readonly FunctionType[];
  /** Functions whose pointers have 32 bits, by index, with the letters of their operands and results. */
  readonly narrowCalls: ReadonlyMap<number, { readonly operands: string; readonly results: string }>;
  readonly globals: readonly string[];
  /** Parameters of each tag. */
  readonly tags: readonly string[];
  /** Globals that are addresses of 32 bits in the lowered module. */
  readonly narrowGlobals: ReadonlySet<number>;
  /** Offsets of operands in the code section that relocations are about. */
  readonly relocated: ReadonlySet<number>;
}

/** A lowered function, and where its parts are now. */
export interface LoweredFunction {
  /** Locals and code, without the size before them. */
  readonly bytes: Uint8Array;
  /**
   * Pairs of an offset in the old section and one in `bytes`: for each instruction, and for each operand that a relocation
   * may be about.
   */
  readonly moved: readonly (readonly [from: number, to: number])[];
}

/** 2 ** 32, above which an address is none. */
const LIMIT = 2 ** 32;
const I64_TYPE = 0x7e;

/** Whether the i64 on the stack is 2 ** 32 or more. */
const IS_HIGH = [OP.i64Const, 32, OP.i64ShrU, OP.i64Const, 0, OP.i64Ne];
/** If so, an access outside of memory. */
const TRAP = [OP.if, NO_RESULT, OP.i32Const, ...i32Bytes(-1), OP.i32Load, 0, 0, OP.drop, OP.end];

interface Piece {
  readonly from: number;
  readonly bytes: number[];
  /** What follows because of how the value is used. */
  after: readonly number[];
  /** The local that it assigns. */
  readonly sets?: number;
  /** Offsets of operands: in the old section, and in `bytes`. */
  readonly operands?: readonly (readonly [number, number])[];
}

interface Value {
  readonly type: string;
  /** The piece that leaves it on the stack. */
  readonly piece: number;
  /** The largest value that an i32 or i64 can have, as an unsigned number. */
  readonly max: number;
  /** The local whose value it is. */
  readonly local?: number;
  /** Its value, if that is known. */
  readonly constant?: number;
  readonly sum?: Sum;
}

/** A value and a constant that is added to it, and the pieces that add it. */
interface Sum {
  readonly base: Value;
  readonly plus: number;
  readonly pieces: readonly number[];
}

interface Frame {
  readonly type: FunctionType;
  readonly height: number;
  /** Locals that were known to be addresses where the frame began and are not assigned in it. */
  readonly known: ReadonlySet<number>;
}

/** Lowers the function whose locals start at the reader's offset and whose code ends at `end`. */
export function lowerFunction(
  reader: BinaryReader,
  end: number,
  type: FunctionType,
  module: ModuleTypes,
): LoweredFunction {
  return new FunctionLowering(reader, end, type, module).run();
}

class FunctionLowering {
  readonly #reader: BinaryReader;
  readonly #code: CodeReader;
  readonly #end: number;
  readonly #type: FunctionType;
  readonly #module: ModuleTypes;
  readonly #pieces: Piece[] = [];
  readonly #stack: Value[] = [];
  readonly #frames: Frame[] = [];
  #localTypes: string;
  #needsScratch = false;
  /** Locals whose value was checked to be an address and has not changed. */
  #known = new Set<number>();
  #assigned: ReadonlyMap<number, ReadonlySet<number>> = new Map();

  constructor(reader: BinaryReader, end: number, type: FunctionType, module: ModuleTypes) {
    this.#reader = reader;
    this.#code = new CodeReader(reader, end, module.types);
    this.#end = end;
    this.#type = type;
    this.#module = module;
    this.#localTypes = type.parameters;
  }

  run(): LoweredFunction {
    const groups = this.#readLocals();
    const start = this.#reader.offset;
    this.#assigned = this.#code.findAssignments(start);
    this.#reader.offset = start;
    this.#enter(OP.block, { parameters: "", results: this.#type.results }, start);
    while (this.#reader.offset < this.#end) this.#instruction();
    return this.#assemble(groups);
  }

  #readLocals(): [count: number, type: number][] {
    const reader = this.#reader;
    return Array.from({ length: reader.u32() }, () => {
      const group: [number, number] = [reader.u32(), reader.byte()];
      this.#localTypes += letterOf(group[1]).repeat(group[0]);
      return group;
    });
  }

  #assemble(groups: readonly (readonly [number, number])[]): LoweredFunction {
    const all = this.#needsScratch ? [...groups, [1, I64_TYPE] as const] : groups;
    const bytes = [...u32Bytes(all.length), ...all.flatMap(([count, type]) => [...u32Bytes(count), type])];
    const moved: [number, number][] = [];
    for (const piece of this.#pieces) {
      moved.push([piece.from, bytes.length]);
      for (const [from, to] of piece.operands ?? []) moved.push([from, bytes.length + to]);
      for (const byte of piece.bytes) bytes.push(byte);
      for (const byte of piece.after) bytes.push(byte);
    }
    return { bytes: Uint8Array.from(bytes), moved };
  }

  #instruction(): void {
    const reader = this.#reader;
    const from = reader.offset;
    const opcode = reader.byte();
    switch (opcode) {
      case OP.block:
      case OP.loop:
      case OP.try:
      case OP.if: {
        const type = this.#code.blockType();
        if (opcode === OP.if) this.#pop();
        this.#copy(from);
        this.#enter(opcode, type, from + 1);
        return;
      }
      case OP.else:
        this.#copy(from);
        this.#again();
        return;
      case OP.catch:
      case OP.catchAll: {
        const tag = opcode === OP.catch ? (this.#module.tags[reader.u32()] ?? "") : "";
        this.#copy(from);
        this.#again();
        this.#pushAll(tag);
        return;
      }
      case OP.end:
      case OP.delegate:
        if (opcode === OP.delegate) reader.u32();
        this.#copy(from);
        this.#leave();
        return;
      case OP.unreachable:
      case OP.return:
        this.#copy(from);
        this.#code.skipDeadCode();
        return;
      case OP.br:
      case OP.throw:
      case OP.rethrow:
        reader.u32();
        this.#copy(from);
        this.#code.skipDeadCode();
        return;
      case OP.brTable:
        this.#code.skip(opcode);
        this.#copy(from);
        this.#code.skipDeadCode();
        return;
      case OP.brIf:
        reader.u32();
        this.#pop();
        this.#copy(from);
        return;
      case OP.call:
        this.#call(reader.u32(), from);
        return;
      case OP.callIndirect: {
        const callee = this.#code.typeAt(reader.u32());
        reader.u32();
        this.#narrow(this.#pop());
        this.#popAll(callee.parameters);
        this.#copy(from);
        this.#pushAll(callee.results);
        return;
      }
      case OP.drop:
        this.#pop();
        this.#copy(from);
        return;
      case OP.select:
      case OP.selectTyped: {
        if (opcode === OP.selectTyped) this.#code.skip(opcode);
        this.#pop();
        const [second, first] = [this.#pop(), this.#pop()];
        this.#copy(from);
        this.#push(first.type, Math.max(first.max, second.max));
        return;
      }
      case OP.localGet:
      case OP.localSet:
      case OP.localTee:
        this.#local(opcode, from);
        return;
      case OP.globalGet:
      case OP.globalSet:
        this.#global(opcode, from);
        return;
      case OP.memorySize:
        reader.u32();
        this.#copy(from);
        this.#widen();
        return;
      case OP.memoryGrow:
        reader.u32();
        this.#clamp(this.#pop());
        this.#copy(from);
        // What could not grow gives -1.
        this.#piece().after = [OP.i64ExtendI32S];
        this.#push("I", Infinity);
        return;
      case OP.i64Const:
        this.#constant(from);
        return;
      default:
        this.#plain(this.#code.keyOf(opcode), from);
    }
  }

  #call(index: number, from: number): void {
    const callee = this.#module.functions[index] as FunctionType;
    const narrow = this.#module.narrowCalls.get(index);
    const values = Array.from(callee.parameters)
      .map(() => this.#pop())
      .toReversed();
    for (const [i, letter] of Array.from(narrow?.operands ?? "").entries())
      if (isAddress(letter)) this.#narrow(values[i] as Value);
    this.#copy(from);
    if (narrow !== undefined && isAddress(narrow.results)) this.#widen();
    else this.#pushAll(callee.results);
  }

  #plain(key: number, from: number): void {
    const { operands, results, immediate } = this.#code.shape(key);
    const values = Array.from(operands)
      .map(() => this.#pop())
      .toReversed();
    if (immediate === "memory" || immediate === "memoryLane") {
      this.#access(from, values[0] as Value, immediate === "memoryLane");
    } else {
      this.#code.skipImmediate(key);
      for (const [i, letter] of Array.from(operands).entries())
        if (isAddress(letter)) this.#narrow(values[i] as Value);
      this.#copy(from);
    }
    if (results === "") return;
    const [first, second] = values;
    this.#push(results, this.#largest(key, results, values));
    if (key !== OP.i64Add || first === undefined || second?.constant === undefined) return;
    const sum = { base: first, plus: second.constant, pieces: [second.piece, this.#pieces.length - 1] };
    this.#stack.push({ ...(this.#stack.pop() as Value), sum });
  }

  // A load, store or atomic operation: its constant offset is 32 bits wide now.
  #access(from: number, address: Value, hasLane: boolean): void {
    const reader = this.#reader;
    reader.u32();
    const at = reader.offset;
    const offset = reader.u64();
    const lane = hasLane ? [reader.byte()] : [];
    const head = [...reader.bytes.subarray(from, at)];
    // Nothing is as far as that from anywhere.
    const isFar = offset >= BigInt(LIMIT);
    if (isFar) this.#after(address, [OP.drop, OP.i32Const, ...i32Bytes(-1)]);
    const isRelocated = this.#module.relocated.has(at);
    const plus = isFar || isRelocated ? 0 : this.#takeSum(address, Number(offset));
    if (!isFar) this.#narrow(plus === 0 ? address : (address.sum as Sum).base);
    const narrow = isFar ? 0 : Number(offset) + plus;
    const operand = isRelocated ? paddedU32(narrow) : u32Bytes(narrow);
    this.#pieces.push({
      from,
      bytes: [...head, ...operand, ...lane],
      after: [],
      operands: [[at, head.length]],
    });
  }

  // `base + 64` as an address is `base` as an address with an offset of 64: that sum never wraps, and other accesses near
  // `base` need no check of their own. What is below the first page is no address either way.
  #takeSum({ sum }: Value, offset: number): number {
    if (sum === undefined || sum.plus <= 0 || sum.plus >= FIRST_ADDRESS || offset + sum.plus >= LIMIT)
      return 0;
    for (const index of sum.pieces) (this.#pieces[index] as Piece).bytes.length = 0;
    return sum.plus;
  }

  #local(opcode: number, from: number): void {
    const local = this.#reader.u32();
    if (opcode === OP.localGet) {
      this.#copy(from);
      const type = this.#localTypes[local] as string;
      this.#stack.push({ type, piece: this.#pieces.length - 1, max: Infinity, local });
      return;
    }
    const value = this.#pop();
    this.#copy(from, local);
    if (value.max < LIMIT && value.type === "I") this.#known.add(local);
    else this.#known.delete(local);
    if (opcode === OP.localTee)
      this.#stack.push({ type: value.type, piece: this.#pieces.length - 1, max: value.max, local });
  }

  #global(opcode: number, from: number): void {
    const index = this.#reader.u32();
    const isNarrow = this.#module.narrowGlobals.has(index);
    if (opcode === OP.globalSet) {
      const value = this.#pop();
      if (isNarrow) this.#narrow(value);
      this.#copy(from);
      return;
    }
    this.#copy(from);
    if (isNarrow) this.#widen();
    else this.#push(this.#module.globals[index] as string, Infinity);
  }

  // A constant that a relocation is about is an address or a place in a table.
  #constant(from: number): void {
    const reader = this.#reader;
    const at = reader.offset;
    const value = reader.i64();
    if (!this.#module.relocated.has(at)) {
      this.#copy(from);
      const max = value >= 0n ? Number(value) : Infinity;
      this.#stack.push({ type: "I", piece: this.#pieces.length - 1, max, constant: Number(value) });
      return;
    }
    const bytes = [OP.i32Const, ...paddedI32(Number(BigInt.asIntN(32, value)))];
    this.#pieces.push({ from, bytes, after: [], operands: [[at, 1]] });
    this.#widen();
  }

  /** The value of 32 bits that the last piece leaves is an i64. */
  #widen(): void {
    this.#piece().after = [OP.i64ExtendI32U];
    this.#push("I", LIMIT - 1);
  }

  /** Makes an i32 of an address where it was computed; one that does not fit traps. */
  #narrow(value: Value): void {
    if (value.type !== "I") throw new Error("internal: an address of WebAssembly is not 64 bits wide");
    const piece = this.#pieces[value.piece];
    if (piece === undefined) throw new Error("internal: an address is one of several results in WebAssembly");
    if (piece.after[0] === OP.i64ExtendI32U) piece.after = [];
    else if (piece.bytes.length === 1 && piece.bytes[0] === OP.i64ExtendI32U) piece.bytes.length = 0;
    else if (this.#isKnown(value)) this.#after(value, [OP.i32WrapI64]);
    else {
      const [tee, get] = this.#keep(value);
      this.#after(value, [...tee, ...IS_HIGH, ...TRAP, ...get, OP.i32WrapI64]);
      if (value.local !== undefined && this.#isCurrent(value)) this.#known.add(value.local);
    }
  }

  /** Makes an i32 of a number of pages; one that does not fit becomes the largest. */
  #clamp(value: Value): void {
    const [tee, get] = this.#keep(value);
    const largest = [OP.drop, OP.i32Const, ...i32Bytes(-1)];
    this.#after(value, [...tee, ...largest, ...get, OP.i32WrapI64, ...get, ...IS_HIGH, OP.select]);
  }

  /** What puts a value into a local and leaves it on the stack, and what gets it again. */
  #keep({ local }: Value): [tee: readonly number[], get: readonly number[]] {
    if (local !== undefined) return [[], [OP.localGet, ...u32Bytes(local)]];
    this.#needsScratch = true;
    const scratch = u32Bytes(this.#localTypes.length);
    return [
      [OP.localTee, ...scratch],
      [OP.localGet, ...scratch],
    ];
  }

  #isKnown(value: Value): boolean {
    if (value.max < LIMIT) return true;
    return value.local !== undefined && this.#known.has(value.local) && this.#isCurrent(value);
  }

  // Between where a value was read from a local and here, the local may have changed.
  #isCurrent({ piece, local }: Value): boolean {
    for (let i = piece + 1; i < this.#pieces.length; i++) if (this.#pieces[i]?.sets === local) return false;
    return true;
  }

  #after(value: Value, bytes: readonly number[]): void {
    const piece = this.#pieces[value.piece] as Piece;
    piece.after = [...piece.after, ...bytes];
  }

  #largest(key: number, results: string, values: readonly Value[]): number {
    const [first, second] = values.map(({ max }) => max);
    if (results === "I") {
      if (key === OP.i64ExtendI32U) return Math.min(first ?? LIMIT, LIMIT - 1);
      if (key === OP.i64Add) return (first ?? Infinity) + (second ?? Infinity);
      if (key === OP.i64And) return Math.min(first ?? Infinity, second ?? Infinity);
    }
    return Infinity;
  }

  #enter(opcode: number, type: FunctionType, at: number): void {
    if (type.parameters !== "") throw new Error("internal: a block of WebAssembly with parameters");
    const assigned = this.#assigned.get(at) ?? new Set<number>();
    const known = new Set([...this.#known].filter((local) => !assigned.has(local)));
    if (opcode === OP.loop) this.#known = new Set(known);
    this.#frames.push({ type, height: this.#stack.length, known });
  }

  /** The other part of an `if` or `try`. */
  #again(): void {
    const frame = this.#frames.at(-1) as Frame;
    this.#stack.length = frame.height;
    this.#known = new Set(frame.known);
  }

  #leave(): void {
    const frame = this.#frames.pop() as Frame;
    this.#stack.length = frame.height;
    this.#known = new Set(frame.known);
    this.#pushAll(frame.type.results);
  }

  #copy(from: number, sets?: number): void {
    const bytes = [...this.#reader.bytes.subarray(from, this.#reader.offset)];
    const { relocated } = this.#module;
    const operands = bytes.flatMap((_, i) => (relocated.has(from + i) ? [[from + i, i] as const] : []));
    this.#pieces.push({ from, bytes, after: [], operands, ...(sets === undefined ? {} : { sets }) });
  }

  #piece(): Piece {
    return this.#pieces.at(-1) as Piece;
  }

  #push(type: string, max: number): void {
    this.#stack.push({ type, piece: this.#pieces.length - 1, max });
  }

  #pushAll(types: string): void {
    const last = this.#pieces.length - 1;
    for (const [i, type] of Array.from(types).entries())
      this.#stack.push({ type, piece: i === types.length - 1 ? last : -1, max: Infinity });
  }

  #pop(): Value {
    const value = this.#stack.pop();
    if (value === undefined) throw new Error("internal: the stack of a WebAssembly function is empty");
    return value;
  }

  #popAll(types: string): void {
    for (const _ of types) this.#pop();
  }
}

/** Whether a letter of a shape stands for what is narrowed. */
export function isAddress(letter: string): boolean {
  return letter === "a" || letter === "n";
}

function paddedU32(value: number): number[] {
  return [0, 7, 14, 21].map((shift) => ((value >>> shift) & 0x7f) | 0x80).concat((value >>> 28) & 0x0f);
}

function paddedI32(value: number): number[] {
  return [0, 7, 14, 21].map((shift) => ((value >> shift) & 0x7f) | 0x80).concat((value >> 28) & 0x7f);
}
