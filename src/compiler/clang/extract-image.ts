// Makes a WasmImage from a module that was linked with LINK_ARGS.
import { readDebugLines } from "./debug-lines.js";
import type { AddressBits } from "./device-target.js";
import type { Section } from "./wasm-binary.js";
import {
  BinaryReader,
  KIND,
  nameBytes,
  readSections,
  SECTION,
  u32Bytes,
  writeSections,
} from "./wasm-binary.js";
import type { Relocations, WasmImage } from "./wasm-image.js";
import { LINK_BASE } from "./wasm-image.js";

/** Linker arguments that {@link extractImage} relies on: relocations kept, memory not imported, fixed start of data. */
export const LINK_ARGS: readonly string[] = [
  "--no-entry",
  "--emit-relocs",
  "--no-stack-first",
  `--global-base=${LINK_BASE}`,
  "--export=__stack_pointer",
  "--export=__data_end",
];

/** The part of the names that those of data segments are in. */
const DATA_NAMES = 9;
const MAX_PAGES = 65_536;
const MAX_WIDE_PAGES = 262_144;
/** Limits of a memory that is shared, has a maximum, and addresses of 64 bits. */
const WIDE_LIMITS = 0x07;
/**
 * What every memory has that an image is instantiated with. V8 checks constant offsets beyond it at each access, in
 * addition to the address.
 */
const MIN_PAGES = 16;
const I32 = 0x7f;
const I64 = 0x7e;
const I32_CONST = 0x41;
const I64_CONST = 0x42;
const END = 0x0b;
/** Relocations that carry an addend, by number in the tool conventions of WebAssembly. */
const WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);
const MEMORY_ADDRESS = {
  32: { offset: 3, constant: 4, pointer: 5 },
  64: { offset: 14, constant: 15, pointer: 16 },
} as const;
const THREAD_LOCAL = 21;

/** The image of a linked module, for a memory with addresses of so many bits. */
export function extractImage(linked: Uint8Array, addressBits: AddressBits = 32): WasmImage {
  const sections = readSections(linked);
  const find = (id: number, name = ""): Section | undefined =>
    sections.find((section) => section.id === id && section.name === name);
  const globals = readGlobals(find(SECTION.global));
  const exports = readExports(find(SECTION.export));
  const variables = new Map(
    exports.filter((e) => e.kind === KIND.global).map((e) => [e.name, globals[e.index]?.value ?? 0]),
  );
  if (exports.find((e) => e.name === "__stack_pointer")?.index !== 0) {
    throw new Error("internal: the stack pointer is not the first global of the linked module");
  }
  const kept = [
    ...sections.filter((s) => s.id !== SECTION.custom && s.id < SECTION.import),
    importSection(find(SECTION.import), addressBits),
    ...sections.filter((s) => s.id > SECTION.import && s.id < SECTION.memory),
    // The stack pointer is imported now, and imports come first: it is still global 0.
    section(SECTION.global, vector(globals.slice(1).map((g) => g.bytes))),
    section(SECTION.export, vector(exports.filter((e) => e.kind === KIND.function).map((e) => e.bytes))),
    ...sections.filter((s) => s.id > SECTION.export && s.id < SECTION.data),
    ...sections.filter((s) => s.name === "name"),
  ];
  const { module, starts } = writeSections(kept);
  const codeStart = starts[kept.findIndex((s) => s.id === SECTION.code)] ?? 0;
  const data = readData(find(SECTION.data), segmentNames(find(SECTION.custom, "name")));
  const dataEnd = variables.get("__data_end") ?? LINK_BASE;
  for (const name of ["__stack_pointer", "__data_end"]) variables.delete(name);
  return {
    module,
    data: data.bytes,
    byteLength: dataEnd - LINK_BASE,
    symbols: new Map([...variables].map(([name, address]) => [name, address - LINK_BASE])),
    relocations: relocationsOf(
      find(SECTION.custom, "reloc.CODE"),
      codeStart,
      find(SECTION.custom, "reloc.DATA"),
      data,
      addressBits,
    ),
    ...(addressBits === 64 && { addressBits }),
    constants: data.constants,
    lines: readDebugLines(find(SECTION.custom, ".debug_line"), codeStart),
  };
}

function relocationsOf(
  code: Section | undefined,
  codeStart: number,
  data: Section | undefined,
  { offsetOf }: LinkedData,
  addressBits: AddressBits,
): Relocations {
  const kinds = MEMORY_ADDRESS[addressBits];
  const inCode = readRelocations(code);
  const sites = (type: number): Uint32Array =>
    Uint32Array.from(inCode.filter((r) => r.type === type).map((r) => codeStart + r.offset));
  const pointers = readRelocations(data).filter((r) => r.type === kinds.pointer);
  return {
    constants: sites(kinds.constant),
    offsets: sites(kinds.offset),
    pointers: Uint32Array.from(pointers.map((r) => offsetOf(r.offset))),
  };
}

/** Entries of a relocation section; offsets count from the payload of the section it is about. */
function readRelocations(section: Section | undefined): { type: number; offset: number }[] {
  if (section === undefined) return [];
  const reader = new BinaryReader(section.payload);
  reader.name();
  reader.u32();
  return Array.from({ length: reader.u32() }, () => {
    const type = reader.byte();
    const offset = reader.u32();
    reader.u32();
    if (WITH_ADDEND.has(type)) reader.i32();
    if (type === THREAD_LOCAL) throw new Error("internal: kernels have no thread_local variables");
    return { type, offset };
  });
}

interface LinkedData {
  /** The initial content from LINK_BASE on, without the zeros at its end. */
  readonly bytes: Uint8Array;
  /** From an offset in the section's payload to one in `bytes`. */
  readonly offsetOf: (payloadOffset: number) => number;
  /** Where in `bytes` the read-only segment is. */
  readonly constants: readonly [number, number];
}

function readData(section: Section | undefined, names: readonly string[]): LinkedData {
  const segments: { start: number; address: number; bytes: Uint8Array }[] = [];
  const reader = new BinaryReader(section?.payload ?? Uint8Array.of(0));
  for (let count = reader.u32(); count > 0; count--) {
    if (reader.u32() !== 0)
      throw new Error("internal: a data segment of the linked module is not an active one");
    const address = constantExpression(reader);
    const length = reader.u32();
    segments.push({ start: reader.offset, address, bytes: reader.take(length) });
  }
  const end = Math.max(LINK_BASE, ...segments.map((s) => s.address + s.bytes.length));
  const bytes = new Uint8Array(end - LINK_BASE);
  for (const segment of segments) bytes.set(segment.bytes, segment.address - LINK_BASE);
  const offsetOf = (offset: number): number => {
    const segment = segments.find((s) => offset >= s.start && offset < s.start + s.bytes.length);
    if (segment === undefined)
      throw new Error("internal: a relocation of the linked module is outside its data");
    return segment.address - LINK_BASE + offset - segment.start;
  };
  const readOnly = segments[names.indexOf(".rodata")];
  const begin = readOnly === undefined ? 0 : readOnly.address - LINK_BASE;
  const constants = [begin, begin + (readOnly?.bytes.length ?? 0)] as const;
  return { bytes: withoutTrailingZeros(bytes), offsetOf, constants };
}

// The linker makes one segment of all that is read-only, one of variables, and one of those that are zero at first.
function segmentNames(section: Section | undefined): string[] {
  const names: string[] = [];
  if (section === undefined) return names;
  const reader = new BinaryReader(section.payload);
  reader.name();
  while (!reader.done) {
    const id = reader.byte();
    const end = reader.u32() + reader.offset;
    if (id === DATA_NAMES)
      for (let count = reader.u32(); count > 0; count--) names[reader.u32()] = reader.name();
    reader.offset = end;
  }
  return names;
}

// With relocations kept, the linker writes zero-initialised variables out; they can be large. Three zeros may belong to
// the upper bytes of a last pointer.
function withoutTrailingZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.slice(0, end + 3);
}

function readGlobals(section: Section | undefined): { value: number; bytes: Uint8Array }[] {
  if (section === undefined) return [];
  const reader = new BinaryReader(section.payload);
  return Array.from({ length: reader.u32() }, () => {
    const start = reader.offset;
    reader.take(2);
    const value = constantExpression(reader);
    return { value, bytes: section.payload.subarray(start, reader.offset) };
  });
}

function readExports(
  section: Section | undefined,
): { name: string; kind: number; index: number; bytes: Uint8Array }[] {
  if (section === undefined) return [];
  const reader = new BinaryReader(section.payload);
  return Array.from({ length: reader.u32() }, () => {
    const start = reader.offset;
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.u32();
    return { name, kind, index, bytes: section.payload.subarray(start, reader.offset) };
  });
}

function constantExpression(reader: BinaryReader): number {
  const opcode = reader.byte();
  const value = reader.i32() >>> 0;
  if ((opcode !== I32_CONST && opcode !== I64_CONST) || reader.byte() !== END) {
    throw new Error("internal: an initial value in the linked module is not a constant");
  }
  return value;
}

/** The linked module's imports, which are functions, and those of memory and stack pointer. */
function importSection(old: Section | undefined, addressBits: AddressBits): Section {
  const reader = new BinaryReader(old?.payload ?? Uint8Array.of(0));
  const count = reader.u32();
  const functions = reader.take(reader.bytes.length - reader.offset);
  const isWide = addressBits === 64;
  const limits = isWide
    ? [WIDE_LIMITS, MIN_PAGES, ...u32Bytes(MAX_WIDE_PAGES)]
    : [0x03, MIN_PAGES, ...u32Bytes(MAX_PAGES)];
  const memory = [...nameBytes("env"), ...nameBytes("memory"), KIND.memory, ...limits];
  const stackPointer = [
    ...nameBytes("env"),
    ...nameBytes("__stack_pointer"),
    KIND.global,
    isWide ? I64 : I32,
    1,
  ];
  return section(
    SECTION.import,
    Uint8Array.from([...u32Bytes(count + 2), ...functions, ...memory, ...stackPointer]),
  );
}

function section(id: number, payload: Uint8Array): Section {
  return { id, name: "", payload };
}

function vector(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Uint8Array.from(u32Bytes(entries.length)), ...entries]);
}
