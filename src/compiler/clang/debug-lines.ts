// Reads the line table of linked code: DWARF's line program (version 4), as far as clang writes one for line tables.

import type { Section } from "./wasm-binary.js";
import { BinaryReader } from "./wasm-binary.js";

const VERSION = 4;
const EXTENDED = { endSequence: 1, setAddress: 2 } as const;
const STANDARD = { copy: 1, advancePc: 2, advanceLine: 3, constAddPc: 8, fixedAdvancePc: 9 } as const;

/** Where a function ends, instead of a line number. */
const END = 0xffffffff;
/** Line numbers from here on are those of whole functions, less this: they tell where code is that has no line itself. */
export const FUNCTION_LINES = 2 ** 20;

/**
 * Pairs of an offset and the line number from there on, 0 where there is none, by offset. `start` is the offset of the
 * code section's payload.
 */
export function readDebugLines(section: Section | undefined, start: number): Uint32Array {
  if (section === undefined) return new Uint32Array();
  const reader = new BinaryReader(section.payload);
  reader.name();
  const rows: [number, number][] = [];
  while (!reader.done) rows.push(...readUnit(reader));
  rows.sort(([a], [b]) => a - b);
  const pairs: number[] = [];
  for (const [address, line] of rows) {
    // Of rows for one address the last one counts, and the end of a function only if no other begins there.
    if (pairs.at(-2) === start + address) {
      if (line === END) continue;
      pairs.splice(-2);
    }
    if (pairs.at(-1) !== line) pairs.push(start + address, line);
  }
  return Uint32Array.from(pairs);
}

/** A line number, which may be that of code nearby: what is the same for all threads is done before a loop over them. */
export interface FoundLine {
  readonly line: number;
  readonly isExact: boolean;
}

/** The line number at an offset; undefined where its function has none. */
export function lineAt(pairs: Uint32Array, offset: number): FoundLine | undefined {
  let low = 0;
  let high = pairs.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pairs[2 * middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  const at = low - 1;
  const line = pairs[2 * at + 1] ?? END;
  if (line === END) return undefined;
  if (isOwn(line)) return { line, isExact: true };
  const near = find(pairs, at, 1, isOwn) ?? find(pairs, at, -1, isOwn) ?? find(pairs, at, -1, isAny);
  return near === undefined ? undefined : { line: near % FUNCTION_LINES, isExact: false };
}

function find(
  pairs: Uint32Array,
  from: number,
  step: 1 | -1,
  isWanted: (line: number) => boolean,
): number | undefined {
  for (let at = from; at >= 0 && 2 * at < pairs.length; at += step) {
    const line = pairs[2 * at + 1] as number;
    if (line === END) return undefined;
    if (isWanted(line)) return line;
  }
  return undefined;
}

function isOwn(line: number): boolean {
  return line > 0 && line < FUNCTION_LINES;
}

function isAny(line: number): boolean {
  return line > 0;
}

function readUnit(reader: BinaryReader): [number, number][] {
  const end = word(reader) + reader.offset;
  const version = reader.byte() | (reader.byte() << 8);
  if (version !== VERSION) throw new Error(`internal: a line table of version ${version}`);
  const program = word(reader) + reader.offset;
  const step = reader.byte();
  reader.take(2);
  const lineBase = (reader.byte() << 24) >> 24;
  const lineRange = reader.byte();
  const opcodeBase = reader.byte();
  const operandCounts = [...reader.take(opcodeBase - 1)];
  reader.offset = program;
  const rows: [number, number][] = [];
  let sequence: [number, number][] = [];
  let address = 0;
  let line = 1;
  const advance = (special: number): void => {
    address += Math.floor((special - opcodeBase) / lineRange) * step;
  };
  while (reader.offset < end) {
    const opcode = reader.byte();
    if (opcode >= opcodeBase) {
      advance(opcode);
      line += lineBase + ((opcode - opcodeBase) % lineRange);
      sequence.push([address, line]);
    } else if (opcode === 0) {
      const next = reader.u32() + reader.offset;
      const kind = reader.byte();
      if (kind === EXTENDED.setAddress) address = word(reader);
      if (kind === EXTENDED.endSequence) {
        // What the linker has left out starts at no address.
        if ((sequence[0]?.[0] ?? 0) > 0) rows.push(...sequence, [address, END]);
        sequence = [];
        address = 0;
        line = 1;
      }
      reader.offset = next;
    } else if (opcode === STANDARD.copy) sequence.push([address, line]);
    else if (opcode === STANDARD.advancePc) address += reader.u32() * step;
    else if (opcode === STANDARD.advanceLine) line += reader.i32();
    else if (opcode === STANDARD.constAddPc) advance(255);
    else if (opcode === STANDARD.fixedAdvancePc) address += reader.byte() | (reader.byte() << 8);
    else for (let i = operandCounts[opcode - 1] ?? 0; i > 0; i--) reader.u32();
  }
  return rows;
}

function word(reader: BinaryReader): number {
  const bytes = reader.take(4);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}
