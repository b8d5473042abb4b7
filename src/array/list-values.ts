// Infers the dtype of values in lists, and converts values to a dtype.

import { type DType, dtypeInfo, dtypeOf, isTypedArray } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { ScalarValue } from "./nested.js";

type Lists = readonly ArrayLike<ScalarValue>[];

/** The dtype of one value. */
export function dtypeOfValue(value: ScalarValue): DType {
  if (typeof value === "bigint") return "int64";
  if (typeof value === "boolean") return "bool";
  return typeof value === "object" && value !== null ? "complex64" : "float32";
}

/**
 * The dtype of listed values: that of typed arrays, which must all have the same type, else the dtype that the values imply.
 * @throws TypeError `CUTS_MIXED_VALUES`; RangeError `CUTS_INTEGER_RANGE` for integers that float32, the default, cannot hold.
 */
export function dtypeOfLists(lists: Lists): DType {
  let found: DType | undefined;
  for (const list of lists) {
    const listed = isTypedArray(list) ? dtypeOf(list) : undefined;
    const length = listed === undefined ? list.length : 1;
    for (let index = 0; index < length; index++) {
      const value = list[index] as ScalarValue;
      const own = listed ?? dtypeOfValue(value);
      if (own === found) continue;
      if (found === undefined || isWithin(found, own)) found = own;
      else if (!isWithin(own, found)) {
        throw mixed(lists, listed === undefined ? value : list);
      }
    }
  }
  if (found === "float32") for (const list of lists) if (!isTypedArray(list)) refuseLost(list, lists);
  return found ?? "float32";
}

/**
 * Converts values to numbers of a dtype. For number dtypes, booleans become 0 and 1; for float dtypes, bigints become numbers if
 * that is exact. For bool, all numbers except 0 are true.
 */
export function asNumbers(dtype: DType, lists: Lists): Lists {
  const { kind } = dtypeInfo(dtype);
  if (kind === "bool") return lists.map(asBooleans);
  const keepsBigints = kind === "int" || kind === "uint";
  const isOther = (value: ScalarValue): boolean =>
    typeof value === "boolean" || (typeof value === "bigint" && !keepsBigints);
  const toNumber = (value: ScalarValue): ScalarValue =>
    isOther(value) && (typeof value !== "bigint" || BigInt(Number(value)) === value) ? Number(value) : value;
  return lists.map((list) => {
    const values = list as readonly ScalarValue[];
    return Array.prototype.some.call(values, isOther) ? Array.from(values, toNumber) : list;
  });
}

function asBooleans(list: ArrayLike<ScalarValue>): ArrayLike<ScalarValue> {
  const isNumber = (value: ScalarValue): boolean => typeof value === "number" || typeof value === "bigint";
  if (isTypedArray(list) || !Array.prototype.some.call(list, isNumber)) return list;
  return Array.from(list, (value) => (isNumber(value) ? Number(value) !== 0 : value));
}

/**
 * Throws for integers that float32 would round. Lists with a fraction, an infinity or a number beyond 2^53 count as floats and may
 * be rounded.
 */
export function refuseLost(values: ArrayLike<ScalarValue>, lists: Lists): void {
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value !== "number" || !Number.isSafeInteger(value) || Math.fround(value) === value) continue;
    if (!lists.every((list) => Array.prototype.every.call(list, Number.isSafeInteger))) return;
    const largest = lists.flatMap((list) => Array.from(list, Number)).reduce(larger, 0);
    throw lost(value, largest);
  }
}

/** The error for an integer that float32 would round; `largest` is the largest magnitude in the list. */
export function lost(value: number, largest: number): ArgumentRangeError {
  const fitting = Math.abs(largest) < 2 ** 31 ? "int32" : "int64";
  return new ArgumentRangeError(
    "CUTS_INTEGER_RANGE",
    `Cannot make an array: float32, the default, cannot hold every integer from 2^24 on (got ${value})` +
      `\nTry: { dtype: "${fitting}" }, or { dtype: "float64" }`,
  );
}

/** Whether values of a dtype are also some of another one: numbers among complex ones, booleans among integers. */
function isWithin(dtype: DType, other: DType): boolean {
  return other === "complex64" ? dtype === "float32" : other === "int64" && dtype === "bool";
}

function larger(a: number, b: number): number {
  return Math.abs(a) > Math.abs(b) ? a : b;
}

function mixed(lists: Lists, other: unknown): ArgumentTypeError {
  const [first] = lists;
  const dtypes = new Set(
    lists.flatMap((list) => (isTypedArray(list) ? dtypeOf(list) : Array.from(list, dtypeOfValue))),
  );
  const kinds = new Set(Array.from(dtypes, (dtype) => dtypeInfo(dtype).kind));
  const fitting = kinds.has("complex") ? "complex128" : kinds.has("float") ? "float64" : "int64";
  return new ArgumentTypeError(
    "CUTS_MIXED_VALUES",
    `Cannot choose a dtype: the values must be of one kind (got ${formatValue(isTypedArray(first) ? first : first?.[0])} and ${formatValue(other)})` +
      `\nTry: { dtype: "${fitting}" }`,
  );
}
