// Nested lists of values as one list and a shape. All lists of one depth must have the same length.

import { isTypedArray } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import type { Complex } from "../core/dtype.js";
import { formatValue } from "../core/text.js";

/** One value as users write it. */
export type ScalarValue = number | bigint | boolean | Complex;

/** Values in lists in lists. */
export type NestedList = ScalarValue | readonly NestedList[];

/** The values in C order, and the shape that the lists have. */
export interface NestedValues {
  readonly values: readonly ScalarValue[];
  readonly shape: readonly number[];
}

/**
 * Reads nested lists. @throws TypeError `CUTS_RAGGED` where lists of one depth differ in length, with the place.
 */
export function readNested(list: NestedList, what: string): NestedValues {
  const shape: number[] = [];
  for (let inner: unknown = list; isList(inner); inner = inner[0]) {
    shape.push(inner.length);
    if (inner.length === 0) break;
  }
  const values: ScalarValue[] = [];
  const read = (part: unknown, depth: number, path: string): void => {
    if (depth === shape.length) {
      if (isList(part)) throw ragged(what, path, "a value", part);
      values.push(part as ScalarValue);
      return;
    }
    if (!isList(part) || part.length !== shape[depth]) {
      throw ragged(what, path, `a list of length ${shape[depth]}`, part);
    }
    for (let index = 0; index < part.length; index++) read(part[index], depth + 1, `${path}[${index}]`);
  };
  read(list, 0, "");
  return { values, shape };
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || isTypedArray(value);
}

function ragged(what: string, path: string, expected: string, got: unknown): ArgumentTypeError {
  const place = path === "" ? what : `${what}${path}`;
  return new ArgumentTypeError(
    "CUTS_RAGGED",
    `Cannot use ${what} as an array: lists of one depth must have one length, so ${place} must be ${expected} (got ${formatValue(got)})`,
  );
}
