// Rewrites the line table of an object file that was lowered: DWARF's line program (version 4), with the offsets that the code has now.
// Only lines are kept, because debug-lines.ts needs nothing else.

import { BinaryReader, i32Bytes, nameBytes, u32Bytes } from "../wasm-binary.js";

const LINES_SECTION = ".debug_line";
const EXTENDED = { endSequence: 1, setAddress: 2 } as const;
const STANDARD = { copy: 1, advancePc: 2, advanceLine: 3, constAddPc: 8, fixedAdvancePc: 9 } as const;
/** FUNCTION_OFFSET_I32 in the tool conventions. */
const FUNCTION_OFFSET = 8;

/** Where a sequence of lines starts. */
export interface LineStart {
  /** The symbol of its function. */
  readonly index: number;
  readonly addend: number;
}

export interface LineRelocation extends LineStart {
  readonly type: number;
  readonly offset: number;
}

/** Where code is: offsets in the code section. */
export interface CodePlaces {
  /** Where the function of a symbol was. */
  oldStart(symbol: number): number;
  newStart(symbol: number): number;
  /** Where code is now; undefined for code that is gone. */
  movedTo(offset: number): number | undefined;
}

interface Row {
  readonly address: number;
  readonly line: number;
}

/** The section and its relocations for the lowered code; `starts` are the old relocations in order. */
export function lowerLines(
  payload: Uint8Array,
  starts: readonly LineStart[],
  places: CodePlaces,
): { readonly payload: Uint8Array; readonly relocations: readonly LineRelocation[] } {
  const reader = new BinaryReader(payload);
  reader.name();
  const content: number[] = [];
  const relocations: LineRelocation[] = [];
  let next = 0;
  while (!reader.done) {
    const unit = content.length;
    const { header, sequences } = readUnit(reader);
    content.push(...header);
    for (const sequence of sequences) {
      const start = starts[next++];
      if (start === undefined) throw new Error("internal: a sequence of lines has no relocation");
      const rows = movedRows(sequence, start, places);
      const first = rows[0]?.address ?? 0;
      relocations.push({
        type: FUNCTION_OFFSET,
        offset: content.length + 3,
        index: start.index,
        addend: first - places.newStart(start.index),
      });
      content.push(0, 5, EXTENDED.setAddress, 0, 0, 0, 0);
      let [address, line] = [first, 1];
      for (const [i, row] of rows.entries()) {
        if (row.address > address) content.push(STANDARD.advancePc, ...u32Bytes(row.address - address));
        address = row.address;
        if (i === rows.length - 1) continue;
        content.push(STANDARD.advanceLine, ...i32Bytes(row.line - line), STANDARD.copy);
        line = row.line;
      }
      content.push(0, 1, EXTENDED.endSequence);
    }
    const length = content.length - unit - 4;
    for (let i = 0; i < 4; i++) content[unit + i] = (length >>> (8 * i)) & 0xff;
  }
  return { payload: Uint8Array.from([...nameBytes(LINES_SECTION), ...content]), relocations };
}

// The last row of a sequence is its end.
function movedRows(rows: readonly Row[], start: LineStart, places: CodePlaces): readonly Row[] {
  const base = places.oldStart(start.index) + start.addend;
  return rows.flatMap(({ address, line }) => {
    const now = places.movedTo(base + address);
    return now === undefined ? [] : [{ address: now, line }];
  });
}

/** The bytes of a unit before its program, and the rows of each sequence from its start on. */
function readUnit(reader: BinaryReader): {
  header: readonly number[];
  sequences: readonly (readonly Row[])[];
} {
  const from = reader.offset;
  const end = word(reader) + reader.offset;
  reader.take(2);
  const program = word(reader) + reader.offset;
  const step = reader.byte();
  reader.take(2);
  const lineBase = (reader.byte() << 24) >> 24;
  const lineRange = reader.byte();
  const opcodeBase = reader.byte();
  const operandCounts = [...reader.take(opcodeBase - 1)];
  reader.offset = program;
  const sequences: (readonly Row[])[] = [];
  let rows: Row[] = [];
  let [address, line] = [0, 1];
  const advance = (special: number): void => {
    address += Math.floor((special - opcodeBase) / lineRange) * step;
  };
  while (reader.offset < end) {
    const opcode = reader.byte();
    if (opcode >= opcodeBase) {
      advance(opcode);
      line += lineBase + ((opcode - opcodeBase) % lineRange);
      rows.push({ address, line });
    } else if (opcode === 0) {
      const next = reader.u32() + reader.offset;
      if (reader.byte() === EXTENDED.endSequence) {
        sequences.push([...rows, { address, line }]);
        rows = [];
        [address, line] = [0, 1];
      }
      reader.offset = next;
    } else if (opcode === STANDARD.copy) rows.push({ address, line });
    else if (opcode === STANDARD.advancePc) address += reader.u32() * step;
    else if (opcode === STANDARD.advanceLine) line += reader.i32();
    else if (opcode === STANDARD.constAddPc) advance(255);
    else if (opcode === STANDARD.fixedAdvancePc) address += reader.byte() | (reader.byte() << 8);
    else for (let count = operandCounts[opcode - 1] ?? 0; count > 0; count--) reader.u32();
  }
  return { header: [...reader.bytes.subarray(from, program)], sequences };
}

function word(reader: BinaryReader): number {
  const [a = 0, b = 0, c = 0, d = 0] = reader.take(4);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}
