// What users give as the contents of memory (a typed array, a list of values, one value) as the bytes of a dtype. Values
// are checked by the dtype: integers never wrap, a typed array must have the dtype's own storage.

import {
  canStore,
  type Complex,
  type DType,
  dtypeOf,
  dtypes,
  isTypedArray,
  type TypedArray,
  type TypedArrayOf,
} from "../core/dtype.js";
import { isIntegerDType, toBoolean, toComplex, toFloat, toInteger } from "../core/dtype-value.js";
import { ArgumentTypeError } from "../core/errors.js";
import { encodeBfloat16, encodeFloat16 } from "../core/float16.js";
import type { ReadableTypedArray } from "../core/readonly-typed-array.js";
import { formatValue } from "../core/text.js";

/** One value of dtype `D`, as users give it. */
export type ElementValue<D extends DType> = D extends "bool"
  ? boolean
  : D extends "int64" | "uint64"
    ? number | bigint
    : D extends "complex64" | "complex128"
      ? number | Complex
      : number;

/** Contents of dtype `D`: its typed array, or a list of values. */
export type ElementData<D extends DType> = ReadableTypedArray<TypedArrayOf<D>> | readonly ElementValue<D>[];

/**
 * Contents as a typed array of the dtype; a typed array is taken as it is, without a copy. `what` names it in messages.
 * @throws TypeError or RangeError where a value does not fit the dtype.
 */
export function toElements<D extends DType>(dtype: D, data: unknown, what: string): TypedArrayOf<D> {
  if (isTypedArray(data)) return checkStorage(dtype, data, what);
  if (!Array.isArray(data)) {
    throw new ArgumentTypeError(
      "CUTS_DATA",
      `Cannot use ${what} as ${dtype}: it must be a typed array or a list of values (got ${formatValue(data)})`,
    );
  }
  const { lanes, TypedArray } = dtypes[dtype];
  const elements = new TypedArray(data.length * lanes);
  for (const [index, value] of data.entries()) {
    writeElement(dtype, elements, index * lanes, value, `${what}[${index}]`);
  }
  return elements;
}

/** The number of elements in a typed array of the dtype. */
export function elementCount(dtype: DType, elements: TypedArray): number {
  return elements.length / dtypes[dtype].lanes;
}

/** The bytes of one element: what a fill repeats. */
export function elementBytes(dtype: DType, value: unknown, what: string): Uint8Array {
  const { lanes, TypedArray } = dtypes[dtype];
  const element = new TypedArray(lanes);
  writeElement(dtype, element, 0, value, what);
  return bytesOf(element);
}

/** The memory of a view, as bytes. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function checkStorage<D extends DType>(dtype: D, data: TypedArray, what: string): TypedArrayOf<D> {
  const { lanes, TypedArray } = dtypes[dtype];
  if (!canStore(dtype, data)) {
    throw new ArgumentTypeError(
      "CUTS_DTYPE",
      `Cannot use ${what} as ${dtype}: it must be a ${TypedArray.name} (got ${formatValue(data)}, which holds ${dtypeOf(data)})` +
        `\nTry: ${TypedArray.name}.from(values)`,
    );
  }
  if (data.length % lanes !== 0) {
    throw new ArgumentTypeError(
      "CUTS_DATA",
      `Cannot use ${what} as ${dtype}: it must hold pairs of real and imaginary parts (got ${formatValue(data)})`,
    );
  }
  return data;
}

function writeElement(dtype: DType, elements: TypedArray, at: number, value: unknown, what: string): void {
  if (dtype === "complex64" || dtype === "complex128") {
    const { re, im } = toComplex(dtype, value, what);
    elements[at] = re;
    elements[at + 1] = im;
  } else elements[at] = encode(dtype, value, what);
}

function encode(dtype: DType, value: unknown, what: string): never {
  return encoded(dtype, value, what) as never;
}

function encoded(dtype: DType, value: unknown, what: string): number | bigint {
  if (isIntegerDType(dtype)) return toInteger(dtype, value, what);
  if (dtype === "bool") return toBoolean(value, what) ? 1 : 0;
  const number = toFloat(dtype, value, what);
  if (dtype === "float16") return encodeFloat16(number);
  return dtype === "bfloat16" ? encodeBfloat16(number) : number;
}
