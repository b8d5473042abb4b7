// Converts plain numbers for a dtype.

import type { Complex, DType } from "../../core/dtype.js";
import { isIntegerDType, toBoolean, toComplex, toFloat, toInteger } from "../../core/dtype-value.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { decodeBfloat16, decodeFloat16, encodeBfloat16, encodeFloat16 } from "../../core/float16.js";
import { elementBytes } from "../../runtime/memory/element-data.js";
import { fillBytes } from "../../runtime/memory/storage-bytes.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import type { Scalar } from "../promotion.js";

/**
 * A number as a new array without axes, for kernels that take only arrays.
 * @throws TypeError or RangeError where it does not fit.
 */
export function numberArray(dtype: DType, value: Scalar, stream: StreamCore, what: string): NDArray {
  const pattern = elementBytes(dtype, checkScalar(dtype, value, what), what);
  const made = allocateArray(stream, dtype, []);
  fillBytes(made.storage, 0, pattern, 1, stream);
  return made;
}

/** Converts a number to a value of the dtype; 16-bit floats are rounded. @throws TypeError or RangeError where it does not fit. */
export function checkScalar(dtype: DType, value: Scalar, what: string): number | bigint | boolean | Complex {
  const plain = typeof value === "bigint" || typeof value === "boolean" ? Number(value) : value;
  if (dtype === "complex64" || dtype === "complex128") return toComplex(dtype, plain, what);
  if (isIntegerDType(dtype))
    return toInteger(dtype, typeof value === "boolean" ? Number(value) : value, what);
  if (dtype === "bool") return toBoolean(value, what);
  if (typeof value === "bigint" && !Number.isSafeInteger(Number(value)))
    throw new ArgumentRangeError(
      "CUTS_INTEGER_RANGE",
      `Cannot use ${what} as ${dtype}: it must be a safe integer (got ${value}n)`,
    );
  const float = toFloat(dtype, plain, what);
  if (dtype === "float16") return decodeFloat16(encodeFloat16(float));
  return dtype === "bfloat16" ? decodeBfloat16(encodeBfloat16(float)) : float;
}
