// Rewrites the line table of an object file that was lowered: DWARF's line program (version 4), with the offsets that the code has now.
// Only lines are kept, because debug-lines.ts needs nothing else.

import { EXTENDED, type LineRow, readLineUnit, STANDARD } from "../line-program.js";
import { BinaryReader, i32Bytes, nameBytes, u32Bytes } from "../wasm-binary.js";

const LINES_SECTION = ".debug_line";
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
    const { header, sequences } = readLineUnit(reader);
    content.push(...header);
    for (const { rows: old } of sequences) {
      const start = starts[next++];
      if (start === undefined) throw new Error("internal: a sequence of lines has no relocation");
      const rows = movedRows(old, start, places);
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
function movedRows(rows: readonly LineRow[], start: LineStart, places: CodePlaces): readonly LineRow[] {
  const base = places.oldStart(start.index) + start.addend;
  return rows.flatMap(({ address, line }) => {
    const now = places.movedTo(base + address);
    return now === undefined ? [] : [{ address: now, line }];
  });
}
