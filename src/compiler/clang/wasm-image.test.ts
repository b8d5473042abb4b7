import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BinaryReader } from "./wasm-binary.js";
import type { WasmImage } from "./wasm-image.js";
import { IMAGE_ALIGNMENT, LINK_BASE, placeImage } from "./wasm-image.js";

function padded(value: number): number[] {
  return [0, 7, 14, 21].map((shift) => ((value >>> shift) & 0x7f) | 0x80).concat(value >>> 28);
}

/** An image whose module is one constant, one offset and whose data is one pointer, all to `offset`. */
function imageTo(offset: number): WasmImage {
  const address = LINK_BASE + offset;
  const data = new Uint8Array(4);
  new DataView(data.buffer).setUint32(0, address, true);
  return {
    module: Uint8Array.from([...padded(address), ...padded(address)]),
    data,
    byteLength: 4,
    symbols: new Map(),
    constants: [0, 0],
    lines: new Uint32Array(),
    relocations: {
      constants: Uint32Array.of(0),
      offsets: Uint32Array.of(5),
      pointers: Uint32Array.of(0),
    },
  };
}

describe("placeImage", () => {
  it("moves constants, offsets and pointers to any address", () => {
    const place = fc.nat(2 ** 24 - 1).map((n) => n * IMAGE_ALIGNMENT);
    fc.assert(
      fc.property(place, fc.nat(0xff_ffff), (base, offset) => {
        fc.pre(base + offset < 2 ** 32);
        const { module, data } = placeImage(imageTo(offset), base);
        const reader = new BinaryReader(module);
        expect(reader.i32()).toBe((base + offset) | 0);
        expect(reader.offset).toBe(5);
        expect(reader.u32()).toBe(base + offset);
        // Bits over 32 must be the sign in a constant and zero in an offset, or the module is not valid.
        expect(module[4]).toBe(((base + offset) >> 28) & 0x7f);
        expect(module[9]).toBe((base + offset) >>> 28);
        expect(new DataView(data.buffer).getUint32(0, true)).toBe(base + offset);
      }),
    );
  });

  it("leaves the image as it was and refuses an address that would break alignment", () => {
    const image = imageTo(8);
    placeImage(image, 65_536);
    expect(image).toEqual(imageTo(8));
    expect(() => placeImage(image, 65_540)).toThrow("the address must be a multiple of 256 (got 65540)");
  });
});
