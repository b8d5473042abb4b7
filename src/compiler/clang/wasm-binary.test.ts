import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BinaryReader, nameBytes, readSections, u32Bytes, writeSections } from "./wasm-binary.js";

describe("numbers", () => {
  it("reads back every unsigned number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (value) => {
        expect(new BinaryReader(Uint8Array.from(u32Bytes(value))).u32()).toBe(value);
      }),
    );
  });

  it("reads signed numbers, padded or not", () => {
    const cases: [number[], number][] = [
      [[0x3f], 63],
      [[0x40], -64],
      [[0x7f], -1],
      [[0xff, 0xff, 0xff, 0xff, 0x7f], -1],
      [[0x80, 0x80, 0x80, 0x80, 0x78], -0x80000000],
      [[0x80, 0x88, 0x80, 0x80, 0x00], 1024],
    ];
    for (const [bytes, value] of cases) expect(new BinaryReader(Uint8Array.from(bytes)).i32()).toBe(value);
  });

  it("says when a module ends in the middle", () => {
    expect(() => new BinaryReader(Uint8Array.of(0x80)).u32()).toThrow(
      "internal: a WebAssembly module ends too early",
    );
  });
});

describe("sections", () => {
  it("come back as written, with the place of each payload", () => {
    const payload = Uint8Array.from([...nameBytes("näme"), 1, 2, 3]);
    const written = [
      { id: 1, name: "", payload: Uint8Array.of(0) },
      { id: 0, name: "näme", payload },
    ];
    const { module, starts } = writeSections(written);
    expect(readSections(module)).toEqual(written);
    expect(module.subarray(starts[1], (starts[1] ?? 0) + payload.length)).toEqual(payload);
  });
});
