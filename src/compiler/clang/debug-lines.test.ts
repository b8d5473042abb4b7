import { describe, expect, it } from "vitest";
import { FUNCTION_LINES, lineAt, readDebugLines } from "./debug-lines.js";
import { nameBytes } from "./wasm-binary.js";

const word = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);

/** A unit with the header that LLVM writes: lines advance by -5 to 8, addresses by 1. */
function unit(program: readonly number[]): number[] {
  const head = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0];
  return [...word(2 + 4 + head.length + program.length), 4, 0, ...word(head.length), ...head, ...program];
}

const setAddress = (address: number): number[] => [0, 5, 2, ...word(address)];
const advanceLine = (lines: number): number[] => [3, lines & 0x7f];
const special = (addresses: number, lines: number): number => lines + 5 + 14 * addresses + 13;
const END_SEQUENCE = [0, 1, 1];

function read(...units: readonly (readonly number[])[]): Uint32Array {
  const payload = Uint8Array.from([...nameBytes(".debug_line"), ...units.flat()]);
  return readDebugLines({ id: 0, name: ".debug_line", payload }, 100);
}

describe("lines of linked code", () => {
  it("are those of the rows, and end with their function", () => {
    const lines = read(
      unit([
        ...setAddress(16),
        ...advanceLine(4),
        1,
        special(3, 2),
        2,
        10,
        3,
        0x79,
        1,
        2,
        5,
        ...END_SEQUENCE,
      ]),
    );
    expect([...lines]).toEqual([116, 5, 119, 7, 129, 0, 134, 0xffffffff]);
    const at = (offset: number): unknown => lineAt(lines, offset);
    expect(at(115)).toBeUndefined();
    expect(at(116)).toEqual({ line: 5, isExact: true });
    expect(at(128)).toEqual({ line: 7, isExact: true });
    expect(at(129)).toEqual({ line: 7, isExact: false });
    expect(at(134)).toBeUndefined();
  });

  it("of what the linker has left out are not there", () => {
    const left = unit([...setAddress(0), 1, ...END_SEQUENCE]);
    expect([...read(left, unit([...setAddress(8), 1, 2, 4, ...END_SEQUENCE]))]).toEqual([
      108, 1, 112, 0xffffffff,
    ]);
    expect([...readDebugLines(undefined, 5)]).toEqual([]);
  });

  it("come in the order of addresses, whatever that of functions is", () => {
    const first = [...setAddress(40), 1, 2, 4, ...END_SEQUENCE];
    const second = [...setAddress(8), ...advanceLine(8), 1, 2, 32, ...END_SEQUENCE];
    const two = unit([...first, ...second]);
    expect([...read(two)]).toEqual([108, 9, 140, 1, 144, 0xffffffff]);
  });

  it("near by tell where code is that has none, before the line of the whole function does", () => {
    const pairs = Uint32Array.of(
      10,
      FUNCTION_LINES + 3,
      20,
      0,
      30,
      7,
      40,
      0xffffffff,
      50,
      FUNCTION_LINES + 4,
      60,
      0,
    );
    expect(lineAt(pairs, 12)).toEqual({ line: 7, isExact: false });
    expect(lineAt(pairs, 25)).toEqual({ line: 7, isExact: false });
    expect(lineAt(pairs, 30)).toEqual({ line: 7, isExact: true });
    expect(lineAt(pairs, 65)).toEqual({ line: 4, isExact: false });
  });
});
