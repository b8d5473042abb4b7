// Replaces memory.copy and memory.fill in linked host code by calls of functions that check the range first. V8 runs these instructions
// as native code, which crashes on closed pages (ffi/close-pages.ts). A call has the same length as the instruction.

import { CodeReader } from "./memory64/code-reader.js";
import { OP, PREFIX } from "./memory64/instructions.js";
import { BinaryReader, KIND, SECTION, type Section } from "./wasm-binary.js";

/** By the number after the prefix: the function of include/cuts/program/runtime.cpp, and the bytes of the instruction. */
const BULK: Readonly<Record<number, { readonly name: string; readonly byteLength: number }>> = {
  10: { name: "__cuts_copy", byteLength: 4 },
  11: { name: "__cuts_fill", byteLength: 3 },
};

/** The functions that take the place of the instructions; the module must export them. */
export const BULK_FUNCTIONS: readonly string[] = Object.values(BULK).map(({ name }) => name);

/** The sections of a linked module, with calls for what copies and fills. */
export function guardBulk(sections: readonly Section[]): readonly Section[] {
  const functions = exportedFunctions(sections);
  const calls = new Map(
    Object.entries(BULK).flatMap(([code, { name, byteLength }]) => {
      const index = functions.get(name);
      const call = index === undefined ? undefined : callOf(index, byteLength);
      return call === undefined ? [] : [[Number(code), call] as const];
    }),
  );
  const own = new Set(BULK_FUNCTIONS.map((name) => functions.get(name)));
  const imported = countImportedFunctions(sections);
  return sections.map((section) =>
    section.id === SECTION.code ? replaceIn(section, calls, (index) => own.has(imported + index)) : section,
  );
}

/** A call in so many bytes; undefined where the number of the function does not fit. */
function callOf(index: number, byteLength: number): Uint8Array | undefined {
  const digits = byteLength - 1;
  if (index >= 2 ** (7 * digits)) return undefined;
  const bytes = Array.from({ length: digits }, (_, i) => {
    const rest = Math.floor(index / 2 ** (7 * i)) % 128;
    return i < digits - 1 ? rest | 0x80 : rest;
  });
  return Uint8Array.of(OP.call, ...bytes);
}

function replaceIn(
  section: Section,
  calls: ReadonlyMap<number, Uint8Array>,
  isOwn: (index: number) => boolean,
): Section {
  const payload = section.payload.slice();
  const reader = new BinaryReader(payload);
  const count = reader.u32();
  for (let index = 0; index < count; index++) {
    const byteLength = reader.u32();
    const end = reader.offset + byteLength;
    if (!isOwn(index)) replaceInFunction(payload, reader, end, calls);
    reader.offset = end;
  }
  return { ...section, payload };
}

function replaceInFunction(
  payload: Uint8Array,
  reader: BinaryReader,
  end: number,
  calls: ReadonlyMap<number, Uint8Array>,
): void {
  for (let groups = reader.u32(); groups > 0; groups--) {
    reader.u32();
    reader.byte();
  }
  const code = new CodeReader(reader, end, []);
  while (reader.offset < end) {
    const at = reader.offset;
    const opcode = reader.byte();
    if (opcode === OP.block || opcode === OP.loop || opcode === OP.if || opcode === OP.try) code.blockType();
    else if (opcode === OP.localSet || opcode === OP.localTee || opcode === OP.delegate) reader.u32();
    else if (opcode !== OP.end) code.skip(opcode);
    const call = opcode === PREFIX.bulk ? calls.get(payload[at + 1] ?? -1) : undefined;
    if (call?.length === reader.offset - at) payload.set(call, at);
  }
}

function exportedFunctions(sections: readonly Section[]): ReadonlyMap<string, number> {
  const section = sections.find(({ id }) => id === SECTION.export);
  const reader = new BinaryReader(section?.payload ?? Uint8Array.of(0));
  const found = new Map<string, number>();
  for (let count = reader.u32(); count > 0; count--) {
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.u32();
    if (kind === KIND.function) found.set(name, index);
  }
  return found;
}

function countImportedFunctions(sections: readonly Section[]): number {
  const section = sections.find(({ id }) => id === SECTION.import);
  const reader = new BinaryReader(section?.payload ?? Uint8Array.of(0));
  let functions = 0;
  // The linked module imports functions only: its memory becomes an import later.
  for (let count = reader.u32(); count > 0; count--) {
    reader.name();
    reader.name();
    if (reader.byte() !== KIND.function)
      throw new Error("internal: a linked program imports more than functions");
    reader.u32();
    functions++;
  }
  return functions;
}
