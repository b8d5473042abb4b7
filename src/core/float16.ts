// float16 (IEEE half) and bfloat16 as raw bits in Uint16Array. Encoding takes a double and rounds it once, to nearest,
// ties to even: never through float32, which would round twice. A NaN becomes the quiet NaN of its sign.

import { lazy } from "./lazy.js";

interface Format {
  readonly mantissaBits: number;
  /** Exponent of the smallest normal number. */
  readonly minExponent: number;
  readonly infinity: number;
}

const half: Format = { mantissaBits: 10, minExponent: -14, infinity: 0x7c00 };
const brain: Format = { mantissaBits: 7, minExponent: -126, infinity: 0x7f80 };

/** The float16 bits nearest to `value`. */
export function encodeFloat16(value: number): number {
  return encode(value, half);
}

/** The bfloat16 bits nearest to `value`. */
export function encodeBfloat16(value: number): number {
  return encode(value, brain);
}

/** The number that float16 `bits` stand for. */
export function decodeFloat16(bits: number): number {
  return float16Table()[bits & 0xffff] ?? 0;
}

/** The number that bfloat16 `bits` stand for. */
export function decodeBfloat16(bits: number): number {
  scratchWord[0] = bits << 16;
  return scratchSingle[0] ?? 0;
}

/** Numbers as float16 bits. */
export function encodeFloat16Array(
  values: ArrayLike<number>,
  out = new Uint16Array(values.length),
): Uint16Array {
  for (let i = 0; i < values.length; i++) out[i] = encode(values[i] ?? 0, half);
  return out;
}

/** Numbers as bfloat16 bits. */
export function encodeBfloat16Array(
  values: ArrayLike<number>,
  out = new Uint16Array(values.length),
): Uint16Array {
  for (let i = 0; i < values.length; i++) out[i] = encode(values[i] ?? 0, brain);
  return out;
}

/** float16 bits as numbers; every one is exact in float32. */
export function decodeFloat16Array(
  bits: ArrayLike<number>,
  out = new Float32Array(bits.length),
): Float32Array {
  const table = float16Table();
  for (let i = 0; i < bits.length; i++) out[i] = table[bits[i] ?? 0] ?? 0;
  return out;
}

/** bfloat16 bits as numbers; every one is exact in float32. */
export function decodeBfloat16Array(
  bits: ArrayLike<number>,
  out = new Float32Array(bits.length),
): Float32Array {
  const words = new Uint32Array(out.buffer, out.byteOffset, out.length);
  for (let i = 0; i < bits.length; i++) words[i] = (bits[i] ?? 0) << 16;
  return out;
}

const scratchDouble = new Float64Array(1);
const scratchHalves = new Uint32Array(scratchDouble.buffer);
const scratchWord = new Uint32Array(1);
const scratchSingle = new Float32Array(scratchWord.buffer);

// Which 32-bit half of a double holds sign and exponent depends on the byte order of the machine.
scratchDouble[0] = -0;
const highHalf = scratchHalves[1] === 0 ? 0 : 1;
const lowHalf = 1 - highHalf;

function encode(value: number, format: Format): number {
  scratchDouble[0] = value;
  const high = scratchHalves[highHalf] ?? 0;
  const low = scratchHalves[lowHalf] ?? 0;
  const sign = (high >>> 16) & 0x8000;
  const { mantissaBits, minExponent, infinity } = format;
  const exponent = ((high >>> 20) & 0x7ff) - 1023;
  if (exponent === 1024) {
    const isNaN = (high & 0xfffff) !== 0 || low !== 0;
    return sign | infinity | (isNaN ? 1 << (mantissaBits - 1) : 0);
  }
  // The 21 top bits of the significand; `low` matters only for telling a tie from just above it.
  const significand = (high & 0xfffff) | 0x100000;
  const dropped = 20 - mantissaBits + Math.max(minExponent - exponent, 0);
  if (dropped > 21) return sign;
  const rest = significand & ((1 << dropped) - 1);
  const tie = 1 << (dropped - 1);
  let magnitude = (Math.max(exponent - minExponent, 0) << mantissaBits) + (significand >>> dropped);
  if (rest > tie || (rest === tie && (low !== 0 || (magnitude & 1) === 1))) magnitude++;
  return sign | Math.min(magnitude, infinity);
}

/** All float16 values; 256 KiB, built at first use. */
const float16Table = lazy(() =>
  Float32Array.from({ length: 0x10000 }, (_, bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >>> 10) & 0x1f;
    const mantissa = bits & 0x3ff;
    if (exponent === 0x1f) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    if (exponent === 0) return sign * mantissa * 2 ** -24;
    return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15);
  }),
);
