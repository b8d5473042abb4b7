// Reads DWARF's line program (version 4), as far as clang writes one for line tables: the section `.debug_line`, unit by unit.

import type { BinaryReader } from "./wasm-binary.js";

const VERSION = 4;
export const EXTENDED = { endSequence: 1, setAddress: 2 } as const;
export const STANDARD = { copy: 1, advancePc: 2, advanceLine: 3, constAddPc: 8, fixedAdvancePc: 9 } as const;

/** The line number from an address on. */
export interface LineRow {
  /** From the start of its sequence. */
  readonly address: number;
  readonly line: number;
}

/** The lines of one function. */
export interface LineSequence {
  /** The address where it starts; what the linker fills in is not known in an object file. */
  readonly start: number;
  /** The last row is the end of the function. */
  readonly rows: readonly LineRow[];
}

/** The bytes of a unit before its program, and its sequences. */
export function readLineUnit(reader: BinaryReader): {
  readonly header: Uint8Array;
  readonly sequences: readonly LineSequence[];
} {
  const from = reader.offset;
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
  const sequences: LineSequence[] = [];
  let rows: LineRow[] = [];
  let [start, address, line] = [0, 0, 1];
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
      const kind = reader.byte();
      if (kind === EXTENDED.setAddress) {
        const there = word(reader);
        if (rows.length === 0) start = there;
        address = there - start;
      }
      if (kind === EXTENDED.endSequence) {
        sequences.push({ start, rows: [...rows, { address, line }] });
        rows = [];
        [start, address, line] = [0, 0, 1];
      }
      reader.offset = next;
    } else if (opcode === STANDARD.copy) rows.push({ address, line });
    else if (opcode === STANDARD.advancePc) address += reader.u32() * step;
    else if (opcode === STANDARD.advanceLine) line += reader.i32();
    else if (opcode === STANDARD.constAddPc) advance(255);
    else if (opcode === STANDARD.fixedAdvancePc) address += reader.byte() | (reader.byte() << 8);
    else for (let count = operandCounts[opcode - 1] ?? 0; count > 0; count--) reader.u32();
  }
  return { header: reader.bytes.subarray(from, program), sequences };
}

function word(reader: BinaryReader): number {
  const bytes = reader.take(4);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}
