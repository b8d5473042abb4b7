// Arrays as text, as NumPy prints them: columns aligned, long axes summarised by their ends. Only what is shown is read.

import type { DType } from "../core/dtype.js";
import { formatShape } from "../core/shape.js";
import { decodeElement, dataSync } from "./access.js";
import { objectOf } from "./array-object.js";
import type { NDArray } from "./ndarray.js";
import { slice } from "./views.js";

/** More elements than this are summarised. */
const THRESHOLD = 1000;
/** How many elements each end of a summarised axis shows. */
const EDGE = 3;
const LINE_WIDTH = 75;
const PRECISION = 8;

/** `[[1. 2.], [3. 4.]]` over several lines; blocks until the values are there. */
export function formatArray(array: NDArray): string {
  objectOf(array).check("print an array");
  if (array.size === 0) return array.ndim === 1 ? "[]" : `[] (shape ${formatShape(array.shape)})`;
  const isShort = array.size > THRESHOLD;
  const texts = formatValues(array.dtype, isShort ? endValues(array) : allValues(array));
  const width = Math.max(...texts.map((text) => text.length));
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
    return `[${wrap(parts, indent)}]`;
  };
  return level(0, "");
}

/** `NDArray float32[2, 2] on cpu` and the values, for `console.log`. */
export function inspectArray(array: NDArray): string {
  const head = `NDArray ${array.dtype}${formatShape(array.shape)} on ${array.device.id}`;
  if (array.isDisposed) return `${head} (disposed)`;
  const text = formatArray(array);
  return text.includes("\n") ? `${head}\n${text}` : `${head} ${text}`;
}

function allValues(array: NDArray): readonly unknown[] {
  const elements = dataSync(array);
  return Array.from({ length: array.size }, (_, index) => decodeElement(array.dtype, elements, index));
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

function wrap(parts: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const part of parts) {
    if (line !== "" && indent.length + 1 + line.length + 1 + part.length > LINE_WIDTH) {
      lines.push(line);
      line = part;
    } else line = line === "" ? part : `${line} ${part}`;
  }
  return [...lines, line].join(`\n${indent} `);
}

function formatValues(dtype: DType, values: readonly unknown[]): readonly string[] {
  if (dtype === "complex64" || dtype === "complex128") {
    const numbers = values as readonly { re: number; im: number }[];
    const re = formatFloats(
      dtype === "complex64" ? "float32" : "float64",
      numbers.map((value) => value.re),
    );
    const im = formatFloats(
      dtype === "complex64" ? "float32" : "float64",
      numbers.map((value) => value.im),
    );
    return re.map((text, index) => `${text}${(im[index] as string).startsWith("-") ? "" : "+"}${im[index]}j`);
  }
  if (dtype === "float16" || dtype === "bfloat16" || dtype === "float32" || dtype === "float64")
    return formatFloats(dtype, values as readonly number[]);
  return values.map(String);
}

/** Floats with as many digits as they need, at most eight after the point, all in the notation that fits all. */
function formatFloats(dtype: DType, values: readonly number[]): readonly string[] {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs);
  const largest = Math.max(0, ...sizes);
  const smallest = Math.min(Number.POSITIVE_INFINITY, ...sizes);
  const isScientific = largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000;
  const digits = significantDigits[dtype as keyof typeof significantDigits] ?? 17;
  const short = values.map((value) => shortest(value, digits, isScientific));
  const places = Math.min(PRECISION, Math.max(0, ...short.map((text) => fractionLength(text))));
  return values.map((value, index) => {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    if (isScientific) {
      const [mantissa = "", exponent = "0"] = value.toExponential(places).split("e");
      const point = places === 0 ? "." : "";
      const sign = exponent.startsWith("-") ? "-" : "+";
      return `${mantissa}${point}e${sign}${exponent.replace(/^[+-]/, "").padStart(2, "0")}`;
    }
    const own = Math.min(places, fractionLength(short[index] as string));
    return `${value.toFixed(own)}${own === 0 ? "." : ""}`.padEnd(
      value.toFixed(places).length + (places === 0 ? 1 : 0),
    );
  });
}

const significantDigits = { float16: 5, bfloat16: 4, float32: 9, float64: 17 } as const;

/** The shortest text that reads back as the same value of the dtype. */
function shortest(value: number, digits: number, isScientific: boolean): string {
  if (!Number.isFinite(value)) return "";
  let number = value;
  if (digits < 17) {
    for (let precision = 1; precision <= digits; precision++) {
      number = Number(value.toPrecision(precision));
      if (
        digits === 9 ? Math.fround(number) === value : Math.abs(number - value) <= Math.abs(value) * 2 ** -9
      )
        break;
    }
  }
  return isScientific ? number.toExponential() : number.toFixed(PRECISION).replace(/\.?0+$/, "");
}

function fractionLength(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}
