import { afterEach, describe, expect, it, vi } from "vitest";
import { programMemory } from "./program-memory.js";

const GIB = 2 ** 30;
const NARROW = 4 * GIB - 2 ** 20;

describe("the memory of a program", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    [undefined, undefined],
    ["8G", { byteLength: 8 * GIB, addressBits: 64 }],
    ["4.5GiB", { byteLength: 4.5 * GIB, addressBits: 64 }],
    [6 * GIB, { byteLength: 6 * GIB, addressBits: 64 }],
    ["16g", { byteLength: 16 * GIB, addressBits: 64 }],
    ["4G", { byteLength: NARROW, addressBits: 32 }],
    ["512M", { byteLength: GIB / 2, addressBits: 32 }],
  ])("that is asked for by %s", (asked, expected) => {
    expect(programMemory(asked, () => true)).toEqual(expected);
  });

  it("comes from the environment where there is no option", () => {
    vi.stubEnv("CUTS_MEMORY", "5G");
    expect(programMemory(undefined, () => true)).toEqual({ byteLength: 5 * GIB, addressBits: 64 });
    expect(programMemory("1G", () => true)).toEqual({ byteLength: GIB, addressBits: 32 });
    vi.stubEnv("CUTS_MEMORY", "much");
    expect(() => programMemory(undefined, () => true)).toThrow(
      /CUTS_MEMORY must be a size such as 8G or 8GiB, or a number of bytes \(got "much"\)/,
    );
  });

  it.each([
    ["8 apples", TypeError],
    ["50%", TypeError],
    [1.5, TypeError],
    [-1, RangeError],
    ["17G", RangeError],
    ["1M", RangeError],
  ])("cannot be %s", (asked, kind) => {
    expect(() => programMemory(asked, () => true)).toThrow(kind);
    expect(() => programMemory(asked, () => true)).toThrow(
      expect.objectContaining({ code: "CUTS_PROGRAM_MEMORY" }),
    );
  });

  it("says what it takes where there are no addresses of 64 bits", () => {
    expect(() => programMemory("8G", () => false)).toThrow(
      /^Cannot run a program with 8\.0 GiB of memory on the cpu device: more than 4 GiB need .*, which Node has from 24 on \(this is v.*\)\nTry: Node 24 or later, or a GPU\.$/,
    );
    expect(programMemory("4G", () => false)).toEqual({ byteLength: NARROW, addressBits: 32 });
  });
});
