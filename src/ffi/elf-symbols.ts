// Reads the names that an ELF shared library exports, to suggest the nearest symbol in an error. It reads only the headers, the
// dynamic symbol table and its strings, so even a large library costs kilobytes. Mach-O and PE are not read.

import { closeSync, openSync, readSync } from "node:fs";

const SHT_DYNSYM = 11;
const SHN_UNDEF = 0;

/** The exported names of the ELF file at `path`; empty if it is something else or cannot be read. */
export function readElfSymbols(path: string): readonly string[] {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return [];
  }
  try {
    return readSymbols(file);
  } catch {
    // The file is truncated or unusual, so there are no names to suggest.
    return [];
  } finally {
    closeSync(file);
  }
}

interface Section {
  readonly type: number;
  readonly link: number;
  readonly offset: number;
  readonly size: number;
}

function readSymbols(file: number): readonly string[] {
  const header = read(file, 0, 64);
  if (header.getUint32(0) !== 0x7f454c46) return [];
  const wide = header.getUint8(4) === 2;
  const little = header.getUint8(5) === 1;
  const word = (view: DataView, offset: number): number =>
    wide ? Number(view.getBigUint64(offset, little)) : view.getUint32(offset, little);

  const tableOffset = word(header, wide ? 40 : 32);
  const entrySize = header.getUint16(wide ? 58 : 46, little);
  const entryCount = header.getUint16(wide ? 60 : 48, little);
  const table = read(file, tableOffset, entrySize * entryCount);
  const section = (index: number): Section => {
    const start = index * entrySize;
    return {
      type: table.getUint32(start + 4, little),
      offset: word(table, start + (wide ? 24 : 16)),
      size: word(table, start + (wide ? 32 : 20)),
      link: table.getUint32(start + (wide ? 40 : 24), little),
    };
  };

  const sections = Array.from({ length: entryCount }, (_, index) => section(index));
  const dynamic = sections.find(({ type }) => type === SHT_DYNSYM);
  const strings = dynamic === undefined ? undefined : sections[dynamic.link];
  if (dynamic === undefined || strings === undefined) return [];

  const symbols = read(file, dynamic.offset, dynamic.size);
  const text = bytes(file, strings.offset, strings.size);
  const names = new Set<string>();
  const symbolSize = wide ? 24 : 16;
  for (let start = 0; start + symbolSize <= symbols.byteLength; start += symbolSize) {
    if (symbols.getUint16(start + (wide ? 6 : 14), little) === SHN_UNDEF) continue;
    const from = symbols.getUint32(start, little);
    const name = text.toString("latin1", from, text.indexOf(0, from));
    if (name !== "") names.add(name);
  }
  return [...names];
}

function read(file: number, offset: number, length: number): DataView {
  const buffer = bytes(file, offset, length);
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function bytes(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  if (readSync(file, buffer, 0, length, offset) !== length) throw new RangeError("the file is too short");
  return buffer;
}
