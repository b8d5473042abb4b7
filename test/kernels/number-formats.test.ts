import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { fromBfloat16, fromFloat16, packStruct, toBfloat16, toFloat16 } from "./number-formats.js";

/** Those of 0 … count - 1 for which the test fails. */
function failures(count: number, test: (bits: number) => boolean): number[] {
  return Array.from({ length: count }, (_, bits) => bits).filter((bits) => !test(bits));
}

describe("16-bit floats", () => {
  it("reads and writes every finite half", () => {
    expect(failures(0x7c00, (bits) => toFloat16(fromFloat16(bits)) === bits)).toEqual([]);
    expect(failures(0x7c00, (bits) => toFloat16(fromFloat16(bits | 0x8000)) === (bits | 0x8000))).toEqual([]);
  });

  it("rounds a half to nearest, ties to even", () => {
    const between = (bits: number, share: number): number =>
      fromFloat16(bits) + (fromFloat16(bits + 1) - fromFloat16(bits)) * share;
    expect(failures(0x7bff, (bits) => toFloat16(between(bits, 0.49)) === bits)).toEqual([]);
    expect(failures(0x7bff, (bits) => toFloat16(between(bits, 0.5)) === bits + (bits & 1))).toEqual([]);
    expect(failures(0x7bff, (bits) => toFloat16(between(bits, 0.51)) === bits + 1)).toEqual([]);
    expect([65519.9, 65520, Number.NEGATIVE_INFINITY].map(toFloat16)).toEqual([0x7bff, 0x7c00, 0xfc00]);
    expect(fromFloat16(toFloat16(Number.NaN))).toBeNaN();
  });

  it("reads and writes every finite bfloat16 and rounds ties to even", () => {
    const middle = (bits: number): number => (fromBfloat16(bits) + fromBfloat16(bits + 1)) / 2;
    expect(failures(0x7f80, (bits) => toBfloat16(fromBfloat16(bits)) === bits)).toEqual([]);
    expect(failures(0x7f7f, (bits) => toBfloat16(middle(bits)) === bits + (bits & 1))).toEqual([]);
    expect(toBfloat16(Number.POSITIVE_INFINITY)).toBe(0x7f80);
    expect(fromBfloat16(toBfloat16(Number.NaN))).toBeNaN();
  });
});

describe("packStruct", () => {
  it("lays out four bytes a field, little endian", () => {
    const bytes = packStruct(["i32", -2], ["f32", 1], ["u32", 0xdeadbeef]);
    expect(Buffer.from(bytes).toString("hex")).toBe("feffffff0000803fefbeadde");
  });
});
