// Rewrites an object file or module with 64-bit addresses for a memory with 32-bit ones, so that pointers, `size_t` and `long` have 8
// bytes on engines without memory64. Functions keep their types: pointers stay i64 in signatures. Line tables are kept; other debugging
// information is dropped.

import type { Section } from "../wasm-binary.js";
import {
  BinaryReader,
  i32Bytes,
  KIND,
  nameBytes,
  readSections,
  SECTION,
  u32Bytes,
  writeSections,
} from "../wasm-binary.js";
import { type FunctionType, letterOf } from "./code-reader.js";
import { isAddress, lowerFunction, type ModuleTypes } from "./lower-function.js";
import { OP } from "./instructions.js";
import { LIBRARY_CALLS, type LibraryCalls } from "./library-calls.js";
import { lowerLines } from "./lower-lines.js";

/** Bit of limits that says 64. */
const IS_64 = 4;
const HAS_MAXIMUM = 1;
const I32_TYPE = 0x7f;
const I64_TYPE = 0x7e;
const FUNCTION_TYPE = 0x60;
const LINES = ".debug_line";
/** Of the section "linking". */
const SYMBOL_TABLE = 8;
const SYMBOL_KIND = { function: 0, data: 1, section: 3 } as const;
const IS_UNDEFINED = 0x10;
const HAS_NAME = 0x40;
const STACK_POINTER = "__stack_pointer";
/** Relocations of 64 bits and those of 32 bits that stand for them, by number in the tool conventions. */
const NARROW_RELOCATION: ReadonlyMap<number, number> = new Map([
  [14, 3],
  [15, 4],
  [16, 5],
  [17, 11],
  [18, 1],
  [19, 2],
  [22, 8],
  [24, 12],
  [25, 21],
]);
const WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);

/** The object or module with 32-bit addresses; `calls` are functions that take 32-bit pointers from it. */
export function lowerMemory64(module: Uint8Array, calls: LibraryCalls = LIBRARY_CALLS): Uint8Array {
  return new ObjectLowering(module, calls).run();
}

interface Relocation {
  readonly type: number;
  readonly offset: number;
  readonly index: number;
  readonly addend: number | undefined;
}

class ObjectLowering {
  readonly #sections: readonly Section[];
  readonly #calls: LibraryCalls;
  readonly #types: FunctionType[] = [];
  readonly #functions: FunctionType[] = [];
  readonly #globals: string[] = [];
  readonly #tags: string[] = [];
  readonly #narrowGlobals = new Set<number>();
  readonly #narrowTypes = new Map<string, number>();
  readonly #narrowCalls = new Map<number, { readonly operands: string; readonly results: string }>();
  readonly #moved = new Map<number, number>();
  /** Where the locals of each function were. */
  readonly #starts: number[] = [];
  #imported = 0;
  #movedData = new Map<number, number>();

  constructor(module: Uint8Array, calls: LibraryCalls) {
    this.#sections = readSections(module);
    this.#calls = calls;
  }

  run(): Uint8Array {
    return writeSections(this.#sections.map((section) => ({ ...section, payload: this.#lower(section) })))
      .module;
  }

  #lower(section: Section): Uint8Array {
    const reader = new BinaryReader(section.payload);
    switch (section.id) {
      case SECTION.type:
        return this.#readTypes(reader);
      case SECTION.import:
        return this.#imports(reader);
      case SECTION.function:
        for (let count = reader.u32(); count > 0; count--)
          this.#functions.push(this.#types[reader.u32()] as FunctionType);
        return section.payload;
      case SECTION.table:
        return vector(reader, () => [reader.byte(), ...limits(reader)]);
      case SECTION.memory:
        return vector(reader, () => limits(reader));
      case SECTION.tag:
        for (let count = reader.u32(); count > 0; count--) {
          reader.byte();
          this.#tags.push((this.#types[reader.u32()] as FunctionType).parameters);
        }
        return section.payload;
      case SECTION.global:
        this.#readGlobals(reader);
        return section.payload;
      case SECTION.element:
        return vector(reader, () => element(reader));
      case SECTION.data:
        return this.#data(section);
      case SECTION.code:
        return this.#code(reader);
      default:
        return section.id === SECTION.custom ? this.#custom(section, reader) : section.payload;
    }
  }

  // Imports that become narrow have types of their own, behind the others.
  #readTypes(reader: BinaryReader): Uint8Array {
    const bytes = (): readonly number[] => [...reader.take(reader.u32())];
    const entries = Array.from({ length: reader.u32() }, () => {
      const kind = reader.byte();
      const [parameters, results] = [bytes(), bytes()];
      this.#types.push({ parameters: letters(parameters), results: letters(results) });
      return [kind, parameters.length, ...parameters, results.length, ...results];
    });
    for (const { name, type } of this.#importedFunctions()) {
      const call = this.#calls.get(name);
      const own = this.#types[type];
      if (call === undefined || own === undefined || !fits(call, own)) continue;
      const narrow = (text: string): number[] =>
        Array.from(text).map((letter) => typeByte(isAddress(letter) ? "i" : letter));
      this.#narrowTypes.set(name, entries.length);
      const [parameters, results] = [narrow(call.operands), narrow(call.results)];
      entries.push([FUNCTION_TYPE, parameters.length, ...parameters, results.length, ...results]);
    }
    return Uint8Array.from([...u32Bytes(entries.length), ...entries.flat()]);
  }

  #importedFunctions(): readonly { readonly name: string; readonly type: number }[] {
    const section = this.#sections.find(({ id }) => id === SECTION.import);
    if (section === undefined) return [];
    const reader = new BinaryReader(section.payload);
    return Array.from({ length: reader.u32() }, () => {
      reader.name();
      const name = reader.name();
      const kind = reader.byte();
      if (kind === KIND.function) return [{ name, type: reader.u32() }];
      if (kind !== KIND.memory) reader.byte();
      if (kind === KIND.global) reader.byte();
      else if (kind === KIND.tag) reader.u32();
      else limits(reader);
      return [];
    }).flat();
  }

  #imports(reader: BinaryReader): Uint8Array {
    return vector(reader, () => {
      const module = reader.name();
      const name = reader.name();
      const kind = reader.byte();
      const head = [...nameBytes(module), ...nameBytes(name), kind];
      if (kind === KIND.function) {
        const type = reader.u32();
        const narrowType = this.#narrowTypes.get(name);
        const call = this.#calls.get(name);
        if (narrowType !== undefined && call !== undefined)
          this.#narrowCalls.set(this.#functions.length, call);
        this.#functions.push(this.#types[type] as FunctionType);
        this.#imported++;
        return [...head, ...u32Bytes(narrowType ?? type)];
      }
      if (kind === KIND.table) return [...head, reader.byte(), ...limits(reader)];
      if (kind === KIND.memory) return [...head, ...limits(reader)];
      if (kind === KIND.tag) {
        const attribute = reader.byte();
        const type = reader.u32();
        this.#tags.push((this.#types[type] as FunctionType).parameters);
        return [...head, attribute, ...u32Bytes(type)];
      }
      const type = reader.byte();
      const isStackPointer = name === STACK_POINTER && type === I64_TYPE;
      if (isStackPointer) this.#narrowGlobals.add(this.#globals.length);
      this.#globals.push(letterOf(type));
      return [...head, isStackPointer ? I32_TYPE : type, reader.byte()];
    });
  }

  #readGlobals(reader: BinaryReader): void {
    for (let count = reader.u32(); count > 0; count--) {
      this.#globals.push(letterOf(reader.byte()));
      reader.byte();
      skipConstant(reader);
    }
  }

  #data(section: Section): Uint8Array {
    // Pointers of 8 bytes whose lower half a linker fills in.
    const pointers = new Set(
      this.#relocations("reloc.DATA").flatMap(({ type, offset }) =>
        NARROW_RELOCATION.has(type) ? [offset] : [],
      ),
    );
    const bytes = section.payload.slice();
    for (const at of pointers) bytes.fill(0, at + 4, at + 8);
    const moved = new Map<number, number>();
    const lowered = vector(new BinaryReader(bytes), (own, start) => {
      const flags = own.u32();
      if (flags > 1) throw new Error("internal: a data segment of several memories");
      const offset = flags === 0 ? narrowConstant(own) : [];
      const length = own.u32();
      const head = [...u32Bytes(flags), ...offset, ...u32Bytes(length)];
      moved.set(own.offset, start + head.length);
      return [...head, ...own.take(length)];
    });
    this.#movedData = moved;
    return lowered;
  }

  #code(reader: BinaryReader): Uint8Array {
    const relocated = new Set(this.#relocations("reloc.CODE").map(({ offset }) => offset));
    const module: ModuleTypes = {
      types: this.#types,
      functions: this.#functions,
      narrowCalls: this.#narrowCalls,
      globals: this.#globals,
      tags: this.#tags,
      narrowGlobals: this.#narrowGlobals,
      relocated,
    };
    let index = this.#imported;
    return vector(reader, (own, start) => {
      const from = own.offset;
      const size = own.u32();
      const body = own.offset;
      const end = body + size;
      const { bytes, moved } = lowerFunction(own, end, this.#functions[index++] as FunctionType, module);
      const head = u32Bytes(bytes.length);
      this.#moved.set(from, start);
      this.#moved.set(body, start + head.length);
      this.#moved.set(end, start + head.length + bytes.length);
      this.#starts.push(body);
      for (const [old, now] of moved) this.#moved.set(old, start + head.length + now);
      own.offset = end;
      return [...head, ...bytes];
    });
  }

  #relocations(name: string): readonly Relocation[] {
    const section = this.#sections.find((one) => one.name === name);
    if (section === undefined) return [];
    const reader = new BinaryReader(section.payload);
    reader.name();
    reader.u32();
    return readRelocations(reader);
  }

  #custom(section: Section, reader: BinaryReader): Uint8Array {
    reader.name();
    if (section.name === "target_features") return withoutFeature(section, reader);
    if (section.name === LINES) return this.#lowerLines(section).payload;
    if (section.name.startsWith(".debug_")) return Uint8Array.from(nameBytes(section.name));
    if (!section.name.startsWith("reloc.")) return section.payload;
    const target = reader.u32();
    const head = [...nameBytes(section.name), ...u32Bytes(target)];
    if (section.name === `reloc.${LINES}`) {
      const { relocations } = this.#lowerLines(this.#sections.find(({ name }) => name === LINES) as Section);
      return Uint8Array.from([
        ...head,
        ...u32Bytes(relocations.length),
        ...relocations.flatMap(relocationBytes),
      ]);
    }
    const isCode = section.name === "reloc.CODE";
    if (!isCode && section.name !== "reloc.DATA") return Uint8Array.from([...head, 0]);
    const lowered = readRelocations(reader).map((relocation) => ({
      ...relocation,
      type: NARROW_RELOCATION.get(relocation.type) ?? relocation.type,
      offset: isCode ? this.#movedTo(relocation.offset) : this.#dataMovedTo(relocation.offset),
    }));
    return Uint8Array.from([...head, ...u32Bytes(lowered.length), ...lowered.flatMap(relocationBytes)]);
  }

  #lowerLines(section: Section): ReturnType<typeof lowerLines> {
    const functions = this.#functionSymbols();
    const starts = this.#relocations(`reloc.${LINES}`).map(({ index, addend = 0 }) => ({ index, addend }));
    const oldStart = (symbol: number): number =>
      this.#starts[(functions.get(symbol) ?? 0) - this.#imported] ?? 0;
    return lowerLines(section.payload, starts, {
      oldStart,
      newStart: (symbol) => this.#movedTo(oldStart(symbol)),
      movedTo: (offset) => this.#moved.get(offset),
    });
  }

  /** The function of each symbol that is one. */
  #functionSymbols(): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    const section = this.#sections.find(({ name }) => name === "linking");
    if (section === undefined) return found;
    const reader = new BinaryReader(section.payload);
    reader.name();
    reader.u32();
    while (!reader.done) {
      const kind = reader.byte();
      const end = reader.u32() + reader.offset;
      if (kind === SYMBOL_TABLE) readSymbols(reader, found);
      reader.offset = end;
    }
    return found;
  }

  #movedTo(offset: number): number {
    const moved = this.#moved.get(offset);
    if (moved === undefined) throw new Error(`internal: a relocation at ${offset} is about no operand`);
    return moved;
  }

  #dataMovedTo(offset: number): number {
    let found: readonly [number, number] | undefined;
    for (const pair of this.#movedData)
      if (pair[0] <= offset && (found === undefined || pair[0] > found[0])) found = pair;
    if (found === undefined) throw new Error(`internal: a relocation at ${offset} is outside of the data`);
    return found[1] + offset - found[0];
  }
}

function readSymbols(reader: BinaryReader, functions: Map<number, number>): void {
  const count = reader.u32();
  for (let symbol = 0; symbol < count; symbol++) {
    const kind = reader.byte();
    const flags = reader.u32();
    const isDefined = (flags & IS_UNDEFINED) === 0;
    if (kind === SYMBOL_KIND.data) {
      reader.name();
      if (isDefined) for (let i = 0; i < 3; i++) reader.u64();
    } else {
      const index = reader.u32();
      if (kind === SYMBOL_KIND.function) functions.set(symbol, index);
      if (kind !== SYMBOL_KIND.section && (isDefined || (flags & HAS_NAME) !== 0)) reader.name();
    }
  }
}

function letters(bytes: readonly number[]): string {
  return bytes.map(letterOf).join("");
}

/** Whether a function is called as the library has it, but for the width of pointers. */
function fits(call: { readonly operands: string; readonly results: string }, type: FunctionType): boolean {
  const wide = (text: string): string => text.replace(/[an]/g, "I");
  return wide(call.operands) === type.parameters && wide(call.results) === type.results;
}

function typeByte(letter: string): number {
  return { i: I32_TYPE, I: I64_TYPE, f: 0x7d, F: 0x7c, v: 0x7b }[letter] ?? 0;
}

function readRelocations(reader: BinaryReader): readonly Relocation[] {
  return Array.from({ length: reader.u32() }, () => {
    const type = reader.byte();
    const offset = reader.u32();
    const index = reader.u32();
    const addend = WITH_ADDEND.has(type) ? Number(reader.i64()) : undefined;
    return { type, offset, index, addend };
  });
}

function relocationBytes({ type, offset, index, addend }: Relocation): number[] {
  return [type, ...u32Bytes(offset), ...u32Bytes(index), ...(addend === undefined ? [] : i32Bytes(addend))];
}

/** The entries of a section, each rewritten; `start` is where it is in the new payload. */
function vector(
  reader: BinaryReader,
  entry: (reader: BinaryReader, start: number) => readonly number[],
): Uint8Array {
  const count = reader.u32();
  const bytes = u32Bytes(count);
  for (let i = 0; i < count; i++) for (const byte of entry(reader, bytes.length)) bytes.push(byte);
  return Uint8Array.from(bytes);
}

/** The largest memory of 32 bits, in pages, and the largest table. */
const MAX_PAGES = 65_536n;

function limits(reader: BinaryReader): number[] {
  const flags = reader.byte();
  const clamp = (value: bigint): number =>
    Number((flags & IS_64) !== 0 && value > MAX_PAGES ? MAX_PAGES : value);
  const minimum = clamp(reader.u64());
  const maximum = (flags & HAS_MAXIMUM) === 0 ? [] : u32Bytes(clamp(reader.u64()));
  return [flags & ~IS_64, ...u32Bytes(minimum), ...maximum];
}

/** A constant expression for a place, narrowed. */
function narrowConstant(reader: BinaryReader): number[] {
  const start = reader.offset;
  const opcode = reader.byte();
  if (opcode !== OP.i64Const) {
    reader.offset = start;
    const from = reader.offset;
    skipConstant(reader);
    return [...reader.bytes.subarray(from, reader.offset)];
  }
  const value = reader.i64();
  reader.byte();
  return [OP.i32Const, ...i32Bytes(Number(BigInt.asIntN(32, value))), OP.end];
}

function skipConstant(reader: BinaryReader): void {
  for (let opcode = reader.byte(); opcode !== OP.end; opcode = reader.byte()) {
    if (opcode === 0x43) reader.take(4);
    else if (opcode === 0x44) reader.take(8);
    else if (opcode === 0xd0) reader.byte();
    else reader.u64();
  }
}

function element(reader: BinaryReader): number[] {
  const flags = reader.u32();
  if (flags !== 0) throw new Error(`internal: elements of the kind ${flags} in WebAssembly`);
  const offset = narrowConstant(reader);
  const indices = Array.from({ length: reader.u32() }, () => reader.u32());
  return [0, ...offset, ...u32Bytes(indices.length), ...indices.flatMap(u32Bytes)];
}

function withoutFeature(section: Section, reader: BinaryReader): Uint8Array {
  const features = Array.from({ length: reader.u32() }, () => ({
    prefix: reader.byte(),
    name: reader.name(),
  })).filter(({ name }) => name !== "memory64");
  return Uint8Array.from([
    ...nameBytes(section.name),
    ...u32Bytes(features.length),
    ...features.flatMap(({ prefix, name }) => [prefix, ...nameBytes(name)]),
  ]);
}
