// Values of C types that JavaScript has no array for: 16-bit floats as words, structs as bytes.
// Written independently of src/, which these kernels help to test.

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

/** The value of an IEEE half. */
export function fromFloat16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The nearest IEEE half, ties to even, as bits. */
export function toFloat16(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude)));
  // In units of the last place; a carry out of the fraction lands in the exponent field, where it belongs.
  const units = roundToEven(magnitude * 2 ** (10 - exponent));
  return sign | (units < 1024 ? units : ((exponent + 14) << 10) + units);
}

/** The value of a bfloat16. */
export function fromBfloat16(bits: number): number {
  word[0] = bits << 16;
  return single[0]!;
}

/** The nearest bfloat16 of a float32, ties to even, as bits. */
export function toBfloat16(value: number): number {
  single[0] = value;
  const bits = word[0]!;
  if (Number.isNaN(value)) return 0x7fff;
  return ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff;
}

/** The bits of a float32. */
export function float32Bits(value: number): number {
  single[0] = value;
  return word[0]!;
}

/** Packs 4-byte fields, each `["f32" | "i32" | "u32", value]`, into the bytes of a C struct. */
export function packStruct(...fields: readonly (readonly ["f32" | "i32" | "u32", number])[]): Uint8Array {
  const bytes = new Uint8Array(4 * fields.length);
  const view = new DataView(bytes.buffer);
  fields.forEach(([type, value], i) => {
    if (type === "f32") view.setFloat32(4 * i, value, true);
    else view.setUint32(4 * i, value, true);
  });
  return bytes;
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
