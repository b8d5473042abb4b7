// The oracle is naive and independent: the sorted list of all finite values of a format, searched for the nearest one.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeBfloat16,
  decodeBfloat16Array,
  decodeFloat16,
  decodeFloat16Array,
  encodeBfloat16,
  encodeBfloat16Array,
  encodeFloat16,
  encodeFloat16Array,
} from "./float16.js";

const formats = [
  { name: "float16", encode: encodeFloat16, decode: decodeFloat16, exponentBits: 5, mantissaBits: 10 },
  { name: "bfloat16", encode: encodeBfloat16, decode: decodeBfloat16, exponentBits: 8, mantissaBits: 7 },
] as const;

type FormatCase = (typeof formats)[number];

/** What `bits` stand for, by the definition of IEEE 754. */
function valueByDefinition(bits: number, { exponentBits, mantissaBits }: FormatCase): number {
  const sign = bits >= 0x8000 ? -1 : 1;
  const exponent = Math.floor((bits % 0x8000) / 2 ** mantissaBits);
  const fraction = (bits % 2 ** mantissaBits) / 2 ** mantissaBits;
  const bias = 2 ** (exponentBits - 1) - 1;
  if (exponent === 2 ** exponentBits - 1)
    return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** (1 - bias) : sign * (1 + fraction) * 2 ** (exponent - bias);
}

/** The bits of the value nearest to a magnitude, ties to even bits, by binary search over all values. */
function nearestBits(magnitude: number, format: FormatCase): number {
  const infinity = (2 ** format.exponentBits - 1) * 2 ** format.mantissaBits;
  // The first value past the largest finite one, as if the exponent went on: where rounding to infinity begins.
  const beyond = 2 * valueByDefinition(infinity - 2 ** format.mantissaBits, format);
  const value = (bits: number) => (bits === infinity ? beyond : valueByDefinition(bits, format));
  if (magnitude >= beyond) return infinity;
  let low = 0;
  let high = infinity;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (value(middle) <= magnitude) low = middle;
    else high = middle;
  }
  const below = magnitude - value(low);
  const above = value(high) - magnitude;
  return below < above || (below === above && low % 2 === 0) ? low : high;
}

describe.each(formats)("$name", (format) => {
  const { encode, decode } = format;

  it("decodes all 65,536 values as IEEE 754 defines them", () => {
    const wrong: number[] = [];
    for (let bits = 0; bits < 0x10000; bits++) {
      if (!Object.is(decode(bits), valueByDefinition(bits, format))) wrong.push(bits);
    }
    expect(wrong).toEqual([]);
  });

  it("encodes what it decoded to the same bits, and every NaN to a quiet NaN", () => {
    const wrong: number[] = [];
    for (let bits = 0; bits < 0x10000; bits++) {
      const value = decode(bits);
      const back = encode(value);
      if (Number.isNaN(value) ? !Number.isNaN(decode(back)) : back !== bits) wrong.push(bits);
    }
    expect(wrong).toEqual([]);
  });

  it("rounds the middle between neighbours to even, and just beside the middle to the nearer one", () => {
    const infinity = encode(Number.POSITIVE_INFINITY);
    const wrong: number[] = [];
    for (let bits = 0; bits < infinity - 1; bits++) {
      const middle = (decode(bits) + decode(bits + 1)) / 2;
      const even = bits % 2 === 0 ? bits : bits + 1;
      const step = middle * 2 ** -52;
      if (encode(middle) !== even || encode(middle - step) !== bits || encode(middle + step) !== bits + 1) {
        wrong.push(bits);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("agrees with a search for the nearest value, for doubles of every size", () => {
    const near = fc
      .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: -160, max: 135 }))
      .map(([mantissa, exponent]) => mantissa * 2 ** exponent);
    const value = fc.oneof(near, fc.double({ noNaN: true, min: 0 }));
    fc.assert(
      fc.property(value, (magnitude) => {
        expect(encode(magnitude)).toBe(nearestBits(magnitude, format));
        expect(encode(-magnitude)).toBe(nearestBits(magnitude, format) + 0x8000);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("one rounding, not two", () => {
  it("differs from rounding through float32 where the first rounding makes a tie", () => {
    const aboveTie = 1 + 2 ** -11 + 2 ** -40;
    expect(encodeFloat16(Math.fround(aboveTie))).toBe(0x3c00);
    expect(encodeFloat16(aboveTie)).toBe(0x3c01);
    const bfloatAboveTie = 1 + 2 ** -8 + 2 ** -40;
    expect(encodeBfloat16(Math.fround(bfloatAboveTie))).toBe(0x3f80);
    expect(encodeBfloat16(bfloatAboveTie)).toBe(0x3f81);
  });

  it("overflows at the middle between the largest value and the next", () => {
    expect(encodeFloat16(65519.999)).toBe(0x7bff);
    expect(encodeFloat16(65520)).toBe(0x7c00);
    expect(encodeBfloat16(-Number.MAX_VALUE)).toBe(0xff80);
    expect(encodeFloat16(Number.MIN_VALUE)).toBe(0);
  });
});

describe("arrays", () => {
  it("converts element by element, in place of `out` when given", () => {
    const values = [0, -0, 1.5, 1e9, Number.NaN, -0.3];
    const out = new Uint16Array(values.length);
    expect(encodeFloat16Array(values, out)).toBe(out);
    expect([...out]).toEqual(values.map(encodeFloat16));
    expect([...decodeFloat16Array(out)]).toEqual([...out].map(decodeFloat16));
    const brain = encodeBfloat16Array(values);
    expect([...brain]).toEqual(values.map(encodeBfloat16));
    expect([...decodeBfloat16Array(brain)]).toEqual([...brain].map(decodeBfloat16));
  });

  it("writes into a part of a buffer only", () => {
    const whole = new Float32Array(4).fill(9);
    decodeBfloat16Array([0x3f80, 0x4000], whole.subarray(1, 3));
    expect([...whole]).toEqual([9, 1, 2, 9]);
  });
});
