// @ts-check
// C's printf over WebAssembly's variable arguments: values follow each other in memory, each at a multiple of its
// size. Text is made of bytes, one character each, and is no Unicode: widths count
// bytes in C, and a kernel may print a part of a character. Plain JavaScript, because workers run it unbuilt.

import { formatReal } from "./format-real.js";
import { KernelFault } from "./kernel-fault.js";

/** What one call may print: more is a mistake, and a width of a billion must not become a string. */
const MAX_BYTES = 16 * 1024 * 1024;

const CONVERSION = /%([-+ #0']*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|q|j|z|t|L)?([diouxXfFeEgGaAcCsSpn%])/g;

/**
 * Formats as C's printf does.
 * @param {DataView} memory
 * @param {number} format address of the NUL-terminated format
 * @param {number} args address of the first argument
 * @param {4 | 8} wordBytes how large `long`, `size_t` and pointers are
 * @returns {{ text: string, count: number }} the bytes to print, and how many arguments were used
 * @throws KernelFault for a string outside the memory, or too much text.
 */
export function formatPrintf(memory, format, args, wordBytes) {
  const values = new Arguments(memory, args, wordBytes);
  let byteLength = 0;
  const text = readBytes(memory, format).replace(
    CONVERSION,
    (_, flags, width, precision, length, conversion) => {
      if (conversion === "%") return "%";
      const columns = width === "*" ? values.word() : Number(width ?? 0);
      const given = precision === "*" ? values.word() : Number(precision || 0);
      // A negative width is a flag and a width; a negative precision is none.
      const digits = precision === undefined || given < 0 ? undefined : given;
      const own = columns < 0 ? `${flags}-` : flags;
      const most = Math.max(Math.abs(columns), digits ?? 0);
      if (conversion !== "s" && most > MAX_BYTES) throw tooLong(most);
      const body = convert(values, conversion, own, length, digits);
      byteLength += Math.max(body.length, Math.abs(columns));
      if (byteLength > MAX_BYTES) throw tooLong(byteLength);
      return conversion === "n" ? "" : pad(body, Math.abs(columns), own, conversion, digits);
    },
  );
  return { text, count: values.count };
}

/** The arguments of a call, in order. */
class Arguments {
  /** How many were read. */
  count = 0;

  /** @param {DataView} memory @param {number} address @param {4 | 8} wordBytes */
  constructor(memory, address, wordBytes) {
    this.memory = memory;
    this.hasWideWords = wordBytes === 8;
    this.at = address;
  }

  word() {
    return this.memory.getInt32(this.#next(4), true);
  }

  wide() {
    return this.memory.getBigInt64(this.#next(8), true);
  }

  pointer() {
    return this.hasWideWords ? BigInt.asUintN(64, this.wide()) : BigInt(this.word() >>> 0);
  }

  real() {
    return this.memory.getFloat64(this.#next(8), true);
  }

  /** A long double has 16 bytes here; it is shown as the double that is nearest. */
  longReal() {
    const at = this.#next(16);
    const high = this.memory.getBigUint64(at + 8, true);
    const fraction = (BigInt.asUintN(48, high) << 64n) | this.memory.getBigUint64(at, true);
    const exponent = Number((high >> 48n) & 0x7fffn);
    const sign = high >> 63n === 1n ? -1 : 1;
    if (exponent === 0x7fff) return sign * (fraction === 0n ? Infinity : Number.NaN);
    const mantissa = Number(exponent === 0 ? fraction : fraction | (1n << 112n)) / 2 ** 112;
    const power = Math.max(1, exponent) - 16_383;
    // In two steps: 2 ** power may be out of range where the product is not.
    return sign * mantissa * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));
  }

  /** @param {number} size */
  #next(size) {
    const at = Math.ceil(this.at / size) * size;
    if (at + size > this.memory.byteLength) throw outside("an argument", at);
    this.at = at + size;
    this.count++;
    return at;
  }
}

/**
 * The value of a conversion, not yet padded.
 * @param {Arguments} values @param {string} conversion @param {string} flags @param {string | undefined} length
 * @param {number | undefined} digits
 */
function convert(values, conversion, flags, length, digits) {
  const isLong = length === "l" || length === "z" || length === "t";
  const isWide =
    length === "ll" || length === "j" || length === "q" || length === "L" || (isLong && values.hasWideWords);
  if (conversion === "d" || conversion === "i") {
    return integer(isWide ? values.wide() : narrow(values.word(), length), flags, digits);
  }
  if ("ouxX".includes(conversion)) {
    const value = isWide ? BigInt.asUintN(64, values.wide()) : BigInt(unsigned(values.word(), length));
    return radix(value, conversion, flags, digits);
  }
  if (conversion === "c" || conversion === "C") return String.fromCharCode(values.word() & 255);
  if (conversion === "p") return pointer(values.pointer());
  if (conversion === "n") return (void values.pointer(), "");
  if (conversion !== "s" && conversion !== "S") {
    return formatReal(length === "L" ? values.longReal() : values.real(), conversion, flags, digits);
  }
  const address = Number(values.pointer());
  if (address === 0) return digits === undefined || digits >= "(null)".length ? "(null)" : "";
  return readBytes(values.memory, address, digits);
}

/**
 * The bytes of a NUL-terminated string.
 * @param {DataView} memory
 * @param {number} address
 * @param {number} most how many are wanted
 * @throws KernelFault when it leaves the memory or has no end.
 */
function readBytes(memory, address, most = MAX_BYTES + 1) {
  let end = Math.min(address, memory.byteLength);
  const last = Math.min(address + most, memory.byteLength);
  while (end < last && memory.getUint8(end) !== 0) end++;
  if (end === memory.byteLength && end - address < most) throw outside("a string", address);
  if (end - address > MAX_BYTES) throw tooLong(end - address);
  // A copy: no decoder takes shared memory.
  return Buffer.from(new Uint8Array(memory.buffer, address, end - address)).toString("latin1");
}

/**
 * Reads a NUL-terminated UTF-8 string.
 * @param {DataView} memory
 * @param {number} address
 * @returns {string}
 */
export function readString(memory, address) {
  return Buffer.from(readBytes(memory, address), "latin1").toString();
}

/** @param {string} what @param {number} address */
function outside(what, address) {
  return new KernelFault(
    "address",
    `printf read ${what} at 0x${address.toString(16)}, which leaves the device's memory`,
  );
}

/** @param {number} byteLength */
function tooLong(byteLength) {
  return new KernelFault("printf", `one printf may print at most ${MAX_BYTES} bytes (got ${byteLength})`);
}

/** @param {number} value @param {string | undefined} length */
function narrow(value, length) {
  return length === "hh" ? (value << 24) >> 24 : length === "h" ? (value << 16) >> 16 : value;
}

/** @param {number} value @param {string | undefined} length */
function unsigned(value, length) {
  return length === "hh" ? value & 255 : length === "h" ? value & 65_535 : value >>> 0;
}

/** @param {number | bigint} value @param {string} flags @param {number | undefined} digits */
function integer(value, flags, digits) {
  const sign = value < 0 ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  return sign + atLeast(value < 0 ? -value : value, digits, 10);
}

/** @param {bigint} value @param {string} conversion @param {string} flags @param {number | undefined} digits */
function radix(value, conversion, flags, digits) {
  if (conversion === "u") return atLeast(value, digits, 10);
  const isMarked = flags.includes("#");
  if (conversion === "o") {
    const octal = atLeast(value, digits, 8);
    return isMarked && !octal.startsWith("0") ? `0${octal}` : octal;
  }
  const hex = (isMarked && value !== 0n ? "0x" : "") + atLeast(value, digits, 16);
  return conversion === "X" ? hex.toUpperCase() : hex;
}

/** @param {number | bigint} value @param {number | undefined} digits @param {number} base */
function atLeast(value, digits, base) {
  return digits === 0 && Number(value) === 0 ? "" : value.toString(base).padStart(digits ?? 0, "0");
}

/** @param {bigint} address */
function pointer(address) {
  return address === 0n ? "(nil)" : `0x${address.toString(16)}`;
}

/**
 * @param {string} body @param {number} columns @param {string} flags @param {string} conversion
 * @param {number | undefined} digits
 */
function pad(body, columns, flags, conversion, digits) {
  if (body.length >= columns) return body;
  if (flags.includes("-")) return body.padEnd(columns);
  const isReal = "fFeEgGaA".includes(conversion);
  const isNumber = isReal ? !/nan|inf/i.test(body) : digits === undefined && "diouxX".includes(conversion);
  if (!flags.includes("0") || !isNumber) return body.padStart(columns);
  const head = /^[-+ ]?(?:0[xX])?/.exec(body)?.[0] ?? "";
  return head + body.slice(head.length).padStart(columns - head.length, "0");
}
