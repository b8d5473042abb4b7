import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readElfSymbols } from "./elf-symbols.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function stored(bytes: Uint8Array): string {
  const path = join(folder, "library.so");
  writeFileSync(path, bytes);
  return path;
}

describe("readElfSymbols", () => {
  it("finds nothing in what is no ELF file", () => {
    expect(readElfSymbols(join(folder, "missing.so"))).toEqual([]);
    expect(readElfSymbols(folder)).toEqual([]);
    expect(readElfSymbols(stored(Buffer.from("INPUT ( libm.so.6 )")))).toEqual([]);
    expect(readElfSymbols(stored(new Uint8Array(0)))).toEqual([]);
  });

  it("reads exported names, leaving out the imported ones, in both widths and byte orders", () => {
    for (const wide of [true, false]) {
      for (const little of [true, false]) {
        const path = stored(elf({ wide, little, exported: ["alpha", "beta"], imported: ["gamma"] }));
        expect(readElfSymbols(path)).toEqual(["alpha", "beta"]);
      }
    }
  });

  it("survives damaged files", () => {
    const whole = elf({ wide: true, little: true, exported: ["alpha", "beta"], imported: [] });
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, byte) => {
        const damaged = Uint8Array.from(whole);
        damaged[at] = byte;
        return Array.isArray(readElfSymbols(stored(damaged.subarray(0, length))));
      }),
    );
  });

  it.runIf(process.platform === "linux")("on Linux: reads the libraries of this process", () => {
    const maps = readFileSync("/proc/self/maps", "utf8");
    const libc = /\/\S*libc[-.]\S*$/m.exec(maps)?.[0];
    expect(readElfSymbols(libc ?? "")).toContain("strlen");
  });
});

/** A minimal ELF file: header, dynamic symbols, their strings, section headers. */
function elf(options: {
  readonly wide: boolean;
  readonly little: boolean;
  readonly exported: readonly string[];
  readonly imported: readonly string[];
}): Uint8Array {
  const { wide, little } = options;
  const names = [...options.exported, ...options.imported];
  const strings = Buffer.from(`\0${names.join("\0")}\0`);
  const symbolSize = wide ? 24 : 16;
  const headerSize = wide ? 64 : 52;
  const entrySize = wide ? 64 : 40;
  const symbolsAt = 64;
  const stringsAt = symbolsAt + symbolSize * (names.length + 1);
  const tableAt = stringsAt + strings.length;
  const file = Buffer.alloc(tableAt + 3 * entrySize);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const word = (at: number, value: number): void => {
    if (wide) view.setBigUint64(at, BigInt(value), little);
    else view.setUint32(at, value, little);
  };
  file.set([0x7f, 0x45, 0x4c, 0x46, wide ? 2 : 1, little ? 1 : 2]);
  word(wide ? 40 : 32, tableAt);
  view.setUint16(wide ? 52 : 40, headerSize, little);
  view.setUint16(wide ? 58 : 46, entrySize, little);
  view.setUint16(wide ? 60 : 48, 3, little);
  let nameAt = 1;
  for (const [index, name] of names.entries()) {
    const at = symbolsAt + symbolSize * (index + 1);
    view.setUint32(at, nameAt, little);
    view.setUint16(at + (wide ? 6 : 14), index < options.exported.length ? 1 : 0, little);
    nameAt += name.length + 1;
  }
  file.set(strings, stringsAt);
  const section = (index: number, type: number, at: number, size: number, link: number): void => {
    const start = tableAt + index * entrySize;
    view.setUint32(start + 4, type, little);
    word(start + (wide ? 24 : 16), at);
    word(start + (wide ? 32 : 20), size);
    view.setUint32(start + (wide ? 40 : 24), link, little);
  };
  section(1, 11, symbolsAt, symbolSize * (names.length + 1), 2);
  section(2, 3, stringsAt, strings.length, 0);
  return file;
}
