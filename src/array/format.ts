// Prints arrays as NumPy does: columns are aligned, and the middle of long axes is left out. Only the elements that are shown are
// read.

import { type DType, dtypes } from "../core/dtype.js";
import { decodeBfloat16, decodeFloat16, encodeBfloat16, encodeFloat16 } from "../core/float16.js";
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { formatShape } from "../core/shape.js";
import { dataSync } from "./access.js";
import { describeArray, type NDArray } from "./ndarray.js";
import { nest } from "./nest.js";
import { slice } from "./views.js";

/** More elements than this are summarised. */
const THRESHOLD = 1000;
/** How many elements each end of a summarised axis shows. */
const EDGE = 3;
const LINE_WIDTH = 75;
const PRECISION = 8;

/** The array as text, `[[1. 2.], [3. 4.]]` over several lines; blocks until the values are computed. */
export function formatArray(array: NDArray): string {
  array.check("print an array");
  if (array.ndim === 0) return formatScalar(array.dtype, allValues(array)[0]);
  if (array.size === 0) return array.ndim === 1 ? "[]" : `[] (shape ${formatShape(array.shape)})`;
  const isShort = array.size > THRESHOLD;
  const texts = formatValues(array.dtype, isShort ? endValues(array) : allValues(array));
  const width = longest(texts);
  const padded = texts.map((text) => text.padStart(width));
  let next = 0;
  const level = (axis: number, indent: string): string => {
    if (axis === array.ndim) return padded[next++] as string;
    const size = array.shape[axis] as number;
    const isCut = isShort && size > 2 * EDGE;
    const shown = isCut ? 2 * EDGE : size;
    const parts: string[] = [];
    for (let index = 0; index < shown; index++) {
      if (isCut && index === EDGE) parts.push("...");
      parts.push(level(axis + 1, `${indent} `));
    }
    if (axis < array.ndim - 1) {
      const gap = "\n".repeat(array.ndim - 1 - axis);
      return `[${parts.join(`${gap}${indent} `)}]`;
    }
    return `[${wrap(parts, indent, LINE_WIDTH - array.ndim)}]`;
  };
  return level(0, "");
}

/** `NDArray float32[2, 2] on cpu` and the values, for `console.log`. */
export function inspectArray(array: NDArray): string {
  const head = `NDArray ${array.dtype}${formatShape(array.shape)} on ${array.device.id}`;
  if (array.isDisposed) return `${head} (disposed)`;
  try {
    const text = formatArray(array);
    return text.includes("\n") ? `${head}\n${text}` : `${head} ${text}`;
  } catch (error) {
    // Somebody who logs what is there is looking for the reason, and must not get a second error for it.
    if (!(error instanceof CutsError)) throw error;
    return `${head} (lost: ${error.code} ${error.message.split("\n", 1)[0]})`;
  }
}

/**
 * The primitive value of an array: its text in a template string. Other operators throw, because JavaScript's operators cannot
 * compute with arrays.
 * @throws TypeError `CUTS_OPERATOR`.
 */
export function toPrimitive(array: NDArray, hint: string): string {
  if (hint === "string") return formatArray(array);
  throw new ArgumentTypeError(
    "CUTS_OPERATOR",
    `Cannot use an operator of JavaScript on an array: it does not see the elements (got ${describeArray(array)})` +
      "\nTry: a.greater(b), a.equal(b), a.add(b), or the number in it: await a.item()",
  );
}

function allValues(array: NDArray): readonly unknown[] {
  return nest(array.dtype, [array.size], dataSync(array)) as readonly unknown[];
}

/** The elements that a summarised array shows, in C order: every axis by its two ends. */
function endValues(array: NDArray): readonly unknown[] {
  if (array.ndim === 0) return allValues(array);
  const size = array.shape[0] as number;
  const ranges = size > 2 * EDGE ? [`:${EDGE}`, `${-EDGE}:`] : [":"];
  return ranges.flatMap((range) => {
    using piece = slice(array, range);
    if (array.ndim === 1) return allValues(piece);
    return Array.from({ length: piece.shape[0] as number }).flatMap((_, index) => {
      using row = slice(piece, index);
      return endValues(row);
    });
  });
}

/** Lines of at most `width`, the brackets at their ends apart. */
function wrap(parts: readonly string[], indent: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const part of parts) {
    if (line !== "" && indent.length + 1 + line.length + 1 + part.length > width) {
      lines.push(line.trimEnd());
      line = part;
    } else line = line === "" ? part : `${line} ${part}`;
  }
  return [...lines, line].join(`\n${indent} `);
}

/** One value, with all its digits, as NumPy prints it. */
function formatScalar(dtype: DType, value: unknown): string {
  if (typeof value === "object" && value !== null) {
    const { re, im } = value as { readonly re: number; readonly im: number };
    const part = dtype === "complex64" ? "float32" : "float64";
    const text = `${formatScalar(part, im)}j`;
    return `(${formatScalar(part, re)}${text.startsWith("-") ? "" : "+"}${text})`.replaceAll(
      /\.0(?![\d])/g,
      "",
    );
  }
  if (typeof value !== "number" || !isFloat(dtype)) return String(value);
  if (!Number.isFinite(value)) return formatNonFinite(value);
  const number = roundTrip(value, dtype);
  if (Object.is(number, -0)) return "-0.0";
  const size = Math.abs(number);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [mantissa, exponent] = splitExponent(number.toExponential());
    return `${mantissa}${exponent}`;
  }
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}

function formatValues(dtype: DType, values: readonly unknown[]): readonly string[] {
  if (dtype === "complex64" || dtype === "complex128") {
    const numbers = values as readonly { re: number; im: number }[];
    const part = dtype === "complex64" ? "float32" : "float64";
    const re = alignRight(
      formatFloats(
        part,
        numbers.map((value) => value.re),
      ),
    );
    const im = formatFloats(
      part,
      numbers.map((value) => value.im),
    ).map((text) => (text.startsWith("-") ? text : `+${text}`));
    // The unit stands right after the digits, before what aligns them.
    return alignRight(im).map((text, index) => `${re[index]}${text.replace(/ *$/, "j$&")}`);
  }
  if (isFloat(dtype)) return formatFloats(dtype, values as readonly number[]);
  return values.map(String);
}

function isFloat(dtype: DType): dtype is FloatDType {
  return dtypes[dtype].kind === "float";
}

function alignRight(texts: readonly string[]): readonly string[] {
  const width = longest(texts);
  return texts.map((text) => text.padStart(width));
}

// There may be more of them than a call can have arguments.
function longest(texts: readonly string[]): number {
  return texts.reduce((length, text) => Math.max(length, text.length), 0);
}

function formatNonFinite(value: number): string {
  if (Number.isNaN(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

/** `1.5e-7` as `1.5` and `e-07`. */
function splitExponent(text: string): readonly [mantissa: string, exponent: string] {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const sign = exponent.startsWith("-") ? "-" : "+";
  return [mantissa, `e${sign}${exponent.replace(/^[+-]/, "").padStart(2, "0")}`];
}

/** Floats with as many digits as they need, at most eight after the point, all in the notation that fits all. */
function formatFloats(dtype: FloatDType, values: readonly number[]): readonly string[] {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs);
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const smallest = sizes.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY);
  const isScientific = largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000;
  const short = values.map((value) => shortest(value, dtype, isScientific));
  const places = Math.min(
    PRECISION,
    short.reduce((most, text) => Math.max(most, fractionLength(text)), 0),
  );
  return values.map((value, index) => {
    if (!Number.isFinite(value)) return formatNonFinite(value);
    const sign = Object.is(value, -0) ? "-" : "";
    if (isScientific) {
      const [mantissa, exponent] = splitExponent(value.toExponential(places));
      return `${sign}${mantissa}${places === 0 ? "." : ""}${exponent}`;
    }
    const own = Math.min(places, fractionLength(short[index] as string));
    return `${sign}${value.toFixed(own)}${own === 0 ? "." : ""}`.padEnd(
      sign.length + value.toFixed(places).length + (places === 0 ? 1 : 0),
    );
  });
}

type FloatDType = "float16" | "bfloat16" | "float32" | "float64";

/** How a number is rounded to the dtype. */
const rounded: Readonly<Record<FloatDType, (value: number) => number>> = {
  float16: (value) => decodeFloat16(encodeFloat16(value)),
  bfloat16: (value) => decodeBfloat16(encodeBfloat16(value)),
  float32: Math.fround,
  float64: (value) => value,
};

/** The number of fewest digits that the dtype rounds to the value. */
function roundTrip(value: number, dtype: FloatDType): number {
  if (dtype === "float64" || value === 0) return value;
  for (let precision = 1; precision < 9; precision++) {
    const number = Number(value.toPrecision(precision));
    if (rounded[dtype](number) === value) return number;
  }
  return Number(value.toPrecision(9));
}

/** The shortest text that reads back as the same value of the dtype, with as many digits as are shown. */
function shortest(value: number, dtype: FloatDType, isScientific: boolean): string {
  if (!Number.isFinite(value)) return "";
  const number = roundTrip(value, dtype);
  const whole = isScientific ? number.toExponential() : String(number);
  if (fractionLength(whole) <= PRECISION && isScientific === whole.includes("e")) return whole;
  const text = isScientific ? number.toExponential(PRECISION) : number.toFixed(PRECISION);
  return text.replace(/\.?0+(?=e|$)/, "");
}

function fractionLength(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}
