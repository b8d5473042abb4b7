// The line table of linked code: from the offset of an instruction to the line of the source.

import { readLineUnit } from "./line-program.js";
import type { Section } from "./wasm-binary.js";
import { BinaryReader } from "./wasm-binary.js";

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
  while (!reader.done) {
    for (const sequence of readLineUnit(reader).sequences) {
      const last = sequence.rows.length - 1;
      // Functions that the linker has left out start at no address.
      if (last === 0 || sequence.start + (sequence.rows[0]?.address ?? 0) === 0) continue;
      for (const [i, { address, line }] of sequence.rows.entries()) {
        rows.push([sequence.start + address, i === last ? END : line]);
      }
    }
  }
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
