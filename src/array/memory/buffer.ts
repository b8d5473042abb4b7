// buffer() and managed(): shortcuts for one-dimensional arrays.

import { type DType, dtypeInfo } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { elementCount, type ElementData, toElements } from "../../runtime/memory/element-data.js";
import { writeNewElements } from "../../runtime/memory/storage-bytes.js";
import { set } from "../access.js";
import { allocateFor, bufferNames, type BufferOptions, onStream, streamFor } from "../creation-options.js";
import type { NDArray } from "../ndarray.js";
import { checkOptions } from "../../core/options.js";

/**
 * A one-dimensional array with a given length and undefined contents, or with given contents: a shortcut for `empty` and `array`.
 * A typed array is taken as the dtype's storage format: bits of 16-bit floats, pairs of complex numbers, bytes of booleans, of
 * which all but 0 are true. The data may be changed when this returns, except in {@link pinned} memory, which the device reads
 * later, in order.
 * @throws TypeError, RangeError for data that does not fit the dtype; CutsError `CUTS_OUT_OF_MEMORY`.
 * @example
 * using x = cu.buffer("float32", [1, 2, 3]);
 * using y = cu.buffer("float32", x.length);
 */
export function buffer<D extends DType>(
  dtype: D,
  lengthOrData: number | ElementData<D>,
  options: BufferOptions = {},
): NDArray<D> {
  dtypeInfo(dtype);
  checkOptions(options, bufferNames, "make an array");
  const stream = streamFor(options);
  if (typeof lengthOrData === "number") {
    return allocateFor(options, dtype, [checkLength(lengthOrData)], stream);
  }
  const elements = toElements(dtype, lengthOrData, "the data of an array");
  const made = allocateFor(options, dtype, [elementCount(dtype, elements)], stream, true);
  try {
    if (dtype === "bool") onStream(options, () => set(made, elements));
    else writeNewElements(made.storage, elements, stream);
  } catch (error) {
    made.dispose();
    throw error;
  }
  return made;
}

/**
 * A one-dimensional array in memory that host and device share, with a given length or with given contents. `hostView()` is the
 * memory as a typed array.
 * @throws TypeError, RangeError for data that does not fit the dtype; UnsupportedError where the GPU has no such memory.
 * @example
 * using x = cu.managed("float32", [1, 2, 3]);
 * scale({ threads: 3 }, x, 2, 3);
 * await cu.device().synchronize();
 * console.log(x.hostView()[2]); // 6
 */
export function managed<D extends DType>(
  dtype: D,
  lengthOrData: number | ElementData<D>,
  options: Pick<BufferOptions, "device" | "stream"> = {},
): NDArray<D> {
  return buffer(dtype, lengthOrData, { ...options, memory: "managed" });
}

function checkLength(length: number): number {
  if (Number.isSafeInteger(length) && length >= 0) return length;
  throw new ArgumentRangeError(
    "CUTS_LENGTH",
    `Cannot make an array: its length must be a whole number and at least 0 (got ${formatValue(length)})`,
  );
}
