// Reads the code of a WebAssembly function: where each instruction and each block ends.

import type { BinaryReader } from "../wasm-binary.js";
import { OP, opcodeKey, PREFIX, shapeOf } from "./instructions.js";

export interface FunctionType {
  readonly parameters: string;
  readonly results: string;
}

const VALUE_TYPES: Readonly<Record<number, string>> = {
  0x7f: "i",
  0x7e: "I",
  0x7d: "f",
  0x7c: "F",
  0x7b: "v",
  0x70: "r",
  0x6f: "r",
  0x69: "r",
};
/** The type of a block that gives nothing. */
export const NO_RESULT = 0x40;

/** The letter of a value type. */
export function letterOf(byte: number): string {
  const letter = VALUE_TYPES[byte];
  if (letter === undefined) throw new Error(`internal: a value of the type ${byte} in WebAssembly`);
  return letter;
}

export class CodeReader {
  readonly #input: BinaryReader;
  readonly #end: number;
  readonly #types: readonly FunctionType[];

  /** Code in `input` up to `end`, of a module with these types. */
  constructor(input: BinaryReader, end: number, types: readonly FunctionType[]) {
    this.#input = input;
    this.#end = end;
    this.#types = types;
  }

  /** Skips what follows an opcode, of an instruction that begins no block and assigns no local. */
  skip(opcode: number): void {
    const reader = this.#input;
    switch (opcode) {
      case OP.else:
      case OP.catchAll:
      case OP.unreachable:
      case OP.return:
      case OP.drop:
      case OP.select:
        return;
      case OP.selectTyped:
        reader.take(reader.u32());
        return;
      case OP.brTable:
        for (let count = reader.u32(); count >= 0; count--) reader.u32();
        return;
      case OP.callIndirect:
        reader.u32();
        reader.u32();
        return;
      case OP.catch:
      case OP.throw:
      case OP.rethrow:
      case OP.br:
      case OP.brIf:
      case OP.call:
      case OP.localGet:
      case OP.globalGet:
      case OP.globalSet:
      case OP.memorySize:
      case OP.memoryGrow:
        reader.u32();
        return;
      default:
        this.skipImmediate(this.keyOf(opcode));
    }
  }

  /** The key of an instruction in the table, by its opcode and what follows a prefix. */
  keyOf(opcode: number): number {
    const isPrefix = opcode === PREFIX.bulk || opcode === PREFIX.simd || opcode === PREFIX.atomic;
    return isPrefix ? opcodeKey(opcode, this.#input.u32()) : opcodeKey(0, opcode);
  }

  /** What an instruction takes and gives. */
  shape(key: number): NonNullable<ReturnType<typeof shapeOf>> {
    const shape = shapeOf(key);
    if (shape === undefined)
      throw new Error(`internal: the WebAssembly instruction ${key.toString(16)} is not known here`);
    return shape;
  }

  /** Skips the operands in the code of an instruction of the table. */
  skipImmediate(key: number): void {
    const reader = this.#input;
    const { immediate } = this.shape(key);
    if (immediate === "index" || immediate === "i32") reader.u32();
    else if (immediate === "indices") {
      reader.u32();
      reader.u32();
    } else if (immediate === "i64") reader.i64();
    else if (immediate === "f32") reader.take(4);
    else if (immediate === "f64") reader.take(8);
    else if (immediate === "bytes16") reader.take(16);
    else if (immediate === "lane") reader.byte();
    else if (immediate === "memory" || immediate === "memoryLane") {
      reader.u32();
      reader.u64();
      if (immediate === "memoryLane") reader.byte();
    }
  }

  /** The type of a block, after its opcode. */
  blockType(): FunctionType {
    const reader = this.#input;
    const byte = reader.bytes[reader.offset] ?? 0;
    if (byte === NO_RESULT || VALUE_TYPES[byte] !== undefined) {
      reader.byte();
      return { parameters: "", results: byte === NO_RESULT ? "" : letterOf(byte) };
    }
    return this.typeAt(reader.u32());
  }

  /** A type of the module. */
  typeAt(index: number): FunctionType {
    return this.#types[index] as FunctionType;
  }

  /** After a jump nothing runs until the block ends: goes to where the part of the block ends. */
  skipDeadCode(): void {
    const reader = this.#input;
    let depth = 0;
    while (reader.offset < this.#end) {
      const opcode = reader.bytes[reader.offset] as number;
      if (depth === 0 && ENDS_PART.has(opcode)) return;
      reader.byte();
      if (opcode === OP.block || opcode === OP.loop || opcode === OP.if || opcode === OP.try) {
        this.blockType();
        depth++;
      } else if (opcode === OP.end) depth--;
      else if (opcode === OP.delegate) {
        reader.u32();
        depth--;
      } else if (opcode === OP.localSet || opcode === OP.localTee) reader.u32();
      else this.skip(opcode);
    }
  }

  /** The locals that each block assigns, by the offset of the block, of the code from `start` on. */
  findAssignments(start: number): ReadonlyMap<number, ReadonlySet<number>> {
    const found = new Map<number, Set<number>>();
    const open: Set<number>[] = [];
    const begin = (offset: number): void => {
      const own = new Set<number>();
      found.set(offset, own);
      open.push(own);
    };
    begin(start);
    const reader = this.#input;
    while (reader.offset < this.#end) {
      const at = reader.offset;
      const opcode = reader.byte();
      if (opcode === OP.block || opcode === OP.loop || opcode === OP.if || opcode === OP.try) {
        this.blockType();
        // The body of the function begins with an instruction that may be a block itself.
        begin(at + 1);
      } else if (opcode === OP.end || opcode === OP.delegate) {
        if (opcode === OP.delegate) reader.u32();
        const inner = open.pop();
        for (const local of inner ?? []) open.at(-1)?.add(local);
      } else if (opcode === OP.localSet || opcode === OP.localTee) open.at(-1)?.add(reader.u32());
      else this.skip(opcode);
    }
    return found;
  }
}

const ENDS_PART: ReadonlySet<number> = new Set([OP.end, OP.else, OP.catch, OP.catchAll, OP.delegate]);
