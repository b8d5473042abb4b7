// Conversion of lists of values to elements of a dtype. Every value is checked, but texts for messages are made only for values
// that are refused, so a million numbers take some milliseconds. For that speed each way of storing has a loop of its own.

import { isLittleEndian } from "../../core/byte-order.js";
import { type DType, dtypes, type TypedArray } from "../../core/dtype.js";
import {
  type IntegerDType,
  integerRange,
  isComplex,
  isIntegerDType,
  toBoolean,
  toComplex,
  toFloat,
  toInteger,
} from "../../core/dtype-value.js";
import { encodeBfloat16, encodeFloat16 } from "../../core/float16.js";

/** The elements to write to, and how messages name them. */
export interface ListTarget<E extends TypedArray = TypedArray> {
  readonly elements: E;
  /** The index of the element that the first value is written to. */
  readonly start: number;
  /** What messages call an element. */
  nameOf(element: number): string;
}

/** Writes the values of a list. @throws TypeError or RangeError if one does not fit the dtype. */
export function writeList(dtype: DType, list: ArrayLike<unknown>, target: ListTarget): void {
  if (isIntegerDType(dtype)) {
    if (isLong(dtype)) writeLongs(dtype, list, target as ListTarget<BigInt64Array>);
    else writeIntegers(dtype, list, target as ListTarget<Int32Array>);
  } else if (dtype === "bool") writeBooleans(list, target as ListTarget<Uint8Array>);
  else if (dtype === "complex64" || dtype === "complex128")
    writeComplex(dtype, list, target as ListTarget<Float64Array>);
  else if (dtype === "float16") writeEncoded(dtype, list, target as ListTarget<Uint16Array>, encodeFloat16);
  else if (dtype === "bfloat16") writeEncoded(dtype, list, target as ListTarget<Uint16Array>, encodeBfloat16);
  else writeFloats(dtype, list, target as ListTarget<Float64Array>);
}

function writeFloats(dtype: DType, list: ArrayLike<unknown>, target: ListTarget<Float64Array>): void {
  const { elements, start } = target;
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    elements[start + index] =
      typeof value === "number" ? value : toFloat(dtype, value, target.nameOf(start + index));
  }
}

function writeEncoded(
  dtype: DType,
  list: ArrayLike<unknown>,
  target: ListTarget<Uint16Array>,
  encode: (value: number) => number,
): void {
  const { elements, start } = target;
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    elements[start + index] = encode(
      typeof value === "number" ? value : toFloat(dtype, value, target.nameOf(start + index)),
    );
  }
}

function writeIntegers(
  dtype: Exclude<IntegerDType, "int64" | "uint64">,
  list: ArrayLike<unknown>,
  target: ListTarget<Int32Array>,
): void {
  const { elements, start } = target;
  const range = integerRange(dtype);
  const [min, max] = [Number(range.min), Number(range.max)];
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    const fits = typeof value === "number" && value >= min && value <= max && Math.trunc(value) === value;
    elements[start + index] = fits ? value : toInteger(dtype, value, target.nameOf(start + index));
  }
}

// Written as two 32-bit halves, because making a bigint for each of a million numbers takes a tenth of a second.
function writeLongs(
  dtype: "int64" | "uint64",
  list: ArrayLike<unknown>,
  target: ListTarget<BigInt64Array>,
): void {
  const { elements, start } = target;
  const halves = new Int32Array(elements.buffer, elements.byteOffset, elements.length * 2);
  const min = dtype === "int64" ? Number.MIN_SAFE_INTEGER : 0;
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    if (typeof value === "number" && value >= min && Number.isSafeInteger(value)) {
      const at = 2 * (start + index);
      halves[at + lowHalf] = value;
      halves[at + 1 - lowHalf] = Math.floor(value / 2 ** 32);
    } else elements[start + index] = toInteger(dtype, value, target.nameOf(start + index));
  }
}

function writeBooleans(list: ArrayLike<unknown>, target: ListTarget<Uint8Array>): void {
  const { elements, start } = target;
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    if (value === true || value === 1) elements[start + index] = 1;
    else if (value === false || value === 0) elements[start + index] = 0;
    else toBoolean(value, target.nameOf(start + index));
  }
}

function writeComplex(
  dtype: "complex64" | "complex128",
  list: ArrayLike<unknown>,
  target: ListTarget<Float64Array>,
): void {
  const { elements, start } = target;
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    const at = 2 * (start + index);
    if (typeof value === "number") {
      elements[at] = value;
      elements[at + 1] = 0;
    } else {
      const { re, im } = isComplex(value) ? value : toComplex(dtype, value, target.nameOf(start + index));
      elements[at] = re;
      elements[at + 1] = im;
    }
  }
}

const lowHalf = isLittleEndian ? 0 : 1;

function isLong(dtype: IntegerDType): dtype is "int64" | "uint64" {
  return dtypes[dtype].byteLength === 8;
}
