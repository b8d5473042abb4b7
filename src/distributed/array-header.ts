// The dtype, shape and axis of an array as bytes, for ranks that do not have the array.

import type { NDArray } from "../array/ndarray.js";
import { type DType, dtypeNames } from "../core/dtype.js";
import type { Shape } from "../core/shape.js";
import { type TransportName, transportNames, transportOf } from "./transport-name.js";

/** Numbers of a header: dtype, axis, what moves it, how many axes, and their sizes. */
const LENGTH = 72;

/** What a rank tells the others about its array. */
export interface ArrayHeader {
  readonly dtype: DType;
  readonly shape: Shape;
  readonly axis: number;
  readonly transport: TransportName;
}

/** The header of an array; all headers have the same length. */
export function headerOf({ dtype, shape, storage }: NDArray, axis: number): Uint8Array {
  const numbers = new Float64Array(LENGTH);
  numbers.set([
    dtypeNames.indexOf(dtype),
    axis,
    transportNames.indexOf(transportOf(storage.device)),
    shape.length,
    ...shape,
  ]);
  return new Uint8Array(numbers.buffer);
}

/** The header that a rank without an array sends. */
export function noHeader(): Uint8Array {
  return new Uint8Array(LENGTH * Float64Array.BYTES_PER_ELEMENT);
}

/** Decodes the header of another rank. */
export function readHeader(bytes: Uint8Array): ArrayHeader {
  const [dtype = 0, axis = 0, transport = 0, ndim = 0, ...shape] = new Float64Array(bytes.slice().buffer);
  return {
    dtype: dtypeNames[dtype] as DType,
    axis,
    transport: transportNames[transport] as TransportName,
    shape: shape.slice(0, ndim),
  };
}
