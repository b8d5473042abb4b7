// Single values of a dtype: what a number, bigint, boolean or complex number from a user becomes when it is stored as
// that dtype. Integers are checked and never wrapped or truncated; floats are rounded, as JavaScript's own arrays do.

import { type Complex, type DType, dtypes } from "./dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "./errors.js";
import { formatValue } from "./text.js";

/** An integer dtype. */
export type IntegerDType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "uint64";

/** Smallest and largest value of an integer dtype. */
export interface IntegerRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** Whether a dtype holds integers; bool does not count. */
export function isIntegerDType(dtype: DType): dtype is IntegerDType {
  const { kind } = dtypes[dtype];
  return kind === "int" || kind === "uint";
}

/** The range of an integer dtype. */
export function integerRange(dtype: IntegerDType): IntegerRange {
  const { kind, byteLength } = dtypes[dtype];
  const bits = BigInt(byteLength * 8);
  return kind === "uint"
    ? { min: 0n, max: (1n << bits) - 1n }
    : { min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n };
}

/**
 * `value` as an integer dtype stores it: a bigint for the 64-bit ones, else a number.
 * @param what names the value in the message: `argument 4 (n)`.
 * @throws TypeError `CUTS_NOT_AN_INTEGER`; RangeError `CUTS_INTEGER_RANGE`.
 */
export function toInteger(dtype: "int64" | "uint64", value: unknown, what: string): bigint;
export function toInteger(
  dtype: Exclude<IntegerDType, "int64" | "uint64">,
  value: unknown,
  what: string,
): number;
export function toInteger(dtype: IntegerDType, value: unknown, what: string): number | bigint;
export function toInteger(dtype: IntegerDType, value: unknown, what: string): number | bigint {
  if (typeof value === "number") checkWhole(dtype, value, what);
  else if (typeof value !== "bigint") {
    throw new ArgumentTypeError(
      "CUTS_NOT_AN_INTEGER",
      `Cannot use ${what} as ${dtype}: it must be a number or a bigint (got ${formatValue(value)})`,
    );
  }
  const { min, max } = integerRange(dtype);
  if (value < min || value > max) {
    throw new ArgumentRangeError(
      "CUTS_INTEGER_RANGE",
      `Cannot use ${what} as ${dtype}: it must be between ${min} and ${max} (got ${formatValue(value)})`,
    );
  }
  return dtypes[dtype].byteLength === 8 ? BigInt(value) : Number(value);
}

/**
 * `value` as a float dtype takes it, not yet rounded to the dtype. A bigint is refused: it would lose digits silently.
 * @throws TypeError `CUTS_NOT_A_NUMBER`.
 */
export function toFloat(dtype: DType, value: unknown, what: string): number {
  if (typeof value === "number") return value;
  throw new ArgumentTypeError(
    "CUTS_NOT_A_NUMBER",
    `Cannot use ${what} as ${dtype}: it must be a number (got ${formatValue(value)})` +
      (typeof value === "bigint" ? "\nTry: Number(value)" : ""),
  );
}

/**
 * `value` as bool: true, false, 0 or 1.
 * @throws TypeError `CUTS_NOT_A_BOOLEAN`.
 */
export function toBoolean(value: unknown, what: string): boolean {
  if (typeof value === "boolean") return value;
  if (value === 0 || value === 1) return value === 1;
  throw new ArgumentTypeError(
    "CUTS_NOT_A_BOOLEAN",
    `Cannot use ${what} as bool: it must be true, false, 0 or 1 (got ${formatValue(value)})`,
  );
}

/**
 * `value` as a complex number; a plain number has no imaginary part.
 * @throws TypeError `CUTS_NOT_COMPLEX`.
 */
export function toComplex(dtype: "complex64" | "complex128", value: unknown, what: string): Complex {
  if (typeof value === "number") return { re: value, im: 0 };
  if (isComplex(value)) return value;
  throw new ArgumentTypeError(
    "CUTS_NOT_COMPLEX",
    `Cannot use ${what} as ${dtype}: it must be a number or { re, im } (got ${formatValue(value)})`,
  );
}

/** Whether a value is `{ re, im }`. */
export function isComplex(value: unknown): value is Complex {
  return (
    typeof value === "object" &&
    value !== null &&
    "re" in value &&
    "im" in value &&
    typeof value.re === "number" &&
    typeof value.im === "number"
  );
}

function checkWhole(dtype: IntegerDType, value: number, what: string): void {
  if (!Number.isInteger(value)) {
    throw new ArgumentTypeError(
      "CUTS_NOT_AN_INTEGER",
      `Cannot use ${what} as ${dtype}: it must be a whole number (got ${formatValue(value)})` +
        (Number.isFinite(value) ? `\nTry: Math.trunc(value) or Math.round(value)` : ""),
    );
  }
  if (!Number.isSafeInteger(value) && dtypes[dtype].byteLength === 8) {
    throw new ArgumentRangeError(
      "CUTS_INTEGER_RANGE",
      `Cannot use ${what} as ${dtype}: a number from 2^53 on may have lost digits (got ${formatValue(value)})` +
        "\nTry: a bigint, such as 9007199254740993n",
    );
  }
}
