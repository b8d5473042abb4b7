// Conversion of what users give as contents (a typed array, a list, one value) to elements of a dtype. Values are checked:
// integers never wrap, and a typed array must have the element type that stores the dtype.

import {
  canStore,
  type Complex,
  type DType,
  dtypeOf,
  dtypes,
  isTypedArray,
  type TypedArray,
  type TypedArrayOf,
} from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import type { ReadableTypedArray } from "../../core/readonly-typed-array.js";
import { formatValue } from "../../core/text.js";
import { bufferOf, isDetached, typedArrayName } from "../../core/view-facts.js";
import { refuseDisposedPinned } from "./disposed-pinned.js";
import { writeList } from "./list-elements.js";

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
 * Converts contents to a typed array of the dtype; a typed array is returned without a copy. `what` names the contents in messages.
 * @throws TypeError or RangeError if a value does not fit the dtype.
 */
export function toElements<D extends DType>(dtype: D, data: unknown, what: string): TypedArrayOf<D> {
  if (isTypedArray(data)) return checkStorage(dtype, data, what);
  if (!Array.isArray(data)) {
    throw new ArgumentTypeError(
      "CUTS_DATA",
      `Cannot use ${what} as ${dtype}: it must be a typed array or a list of values (got ${formatValue(data)})`,
    );
  }
  return listsToElements(dtype, [data], data.length, what);
}

/**
 * Concatenates lists into one typed array of the dtype. A typed array of any dtype counts as a list of its values. @throws as
 * {@link toElements}.
 */
export function listsToElements<D extends DType>(
  dtype: D,
  lists: readonly ArrayLike<unknown>[],
  count: number,
  what: string,
): TypedArrayOf<D> {
  const { lanes, TypedArray } = dtypes[dtype];
  const elements = new TypedArray(count * lanes);
  const nameOf = (element: number): string => `${what}[${element}]`;
  let start = 0;
  for (const list of lists) {
    writeList(dtype, list, { elements, start, nameOf });
    start += list.length;
  }
  return elements;
}

/** The number of elements in a typed array of the dtype. */
export function elementCount(dtype: DType, elements: TypedArray): number {
  return elements.length / dtypes[dtype].lanes;
}

/** The bytes of one element, which a fill repeats. */
export function elementBytes(dtype: DType, value: unknown, what: string): Uint8Array {
  const { lanes, TypedArray } = dtypes[dtype];
  const elements = new TypedArray(lanes);
  writeList(dtype, [value], { elements, start: 0, nameOf: () => what });
  return bytesOf(elements);
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
  refuseDetached(data, what);
  if (data.length % lanes !== 0) {
    throw new ArgumentTypeError(
      "CUTS_DATA",
      `Cannot use ${what} as ${dtype}: it must hold pairs of real and imaginary parts (got ${formatValue(data)})`,
    );
  }
  return data;
}

/** @throws TypeError `CUTS_ARGUMENT_DETACHED` for a typed array that was transferred away. */
export function refuseDetached(data: TypedArray, what: string): void {
  if (data.length > 0 || !isDetached(bufferOf(data))) return;
  refuseDisposedPinned(data);
  throw new ArgumentTypeError(
    "CUTS_ARGUMENT_DETACHED",
    `Cannot use ${what}: its memory was transferred away (got a detached ${typedArrayName(data)})\nTry: transfer a copy, such as array.slice()`,
  );
}
