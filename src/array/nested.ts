// Reads nested lists: returns their shape and the innermost lists in C order, without copying them. All lists of the same depth
// must have the same length.

import { type Complex, isTypedArray, type TypedArray } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";

/** One value as users write it. */
export type ScalarValue = number | bigint | boolean | Complex;

/** Nested lists of values; the innermost may be typed arrays. */
export type NestedList = ScalarValue | readonly (NestedList | TypedArray)[];

/** The values in C order, and the shape that the lists have. */
export interface NestedValues {
  /** The lists that hold no lists; of one value, a list of that. */
  readonly lists: readonly ArrayLike<ScalarValue>[];
  readonly shape: readonly number[];
}

/** As many as NumPy's arrays may have. */
const MOST_AXES = 64;

/**
 * Reads nested lists. @throws TypeError `CUTS_RAGGED` where lists of one depth differ in length, with the place, or are too
 * deep.
 */
export function readNested(list: NestedList, what: string): NestedValues {
  const shape = shapeOf(list, what);
  if (shape.length === 0) return { lists: [[list as ScalarValue]], shape };
  const lists: ArrayLike<ScalarValue>[] = [];
  /** Where the walk is: an index for each depth. */
  const place: number[] = [];
  const read = (part: unknown, depth: number): void => {
    if (!isList(part) || part.length !== shape[depth])
      throw ragged(what, place.slice(0, depth), `a list of length ${shape[depth]}`, part);
    if (depth < shape.length - 1) {
      for (let index = 0; index < part.length; index++) {
        place[depth] = index;
        read(part[index], depth + 1);
      }
      return;
    }
    const index = firstList(part);
    if (index >= 0) throw ragged(what, [...place.slice(0, depth), index], "a value", part[index]);
    lists.push(part as ArrayLike<ScalarValue>);
  };
  read(list, 0);
  return { lists, shape };
}

/** All values, as one list. */
export function valuesOf({ lists }: NestedValues): readonly ScalarValue[] {
  const [first] = lists;
  if (lists.length === 1 && Array.isArray(first)) return first as readonly ScalarValue[];
  return lists.flatMap((list) => Array.from(list));
}

function shapeOf(list: NestedList, what: string): readonly number[] {
  const shape: number[] = [];
  for (let inner: unknown = list; isList(inner); inner = inner[0]) {
    if (shape.length === MOST_AXES) {
      throw new ArgumentTypeError(
        "CUTS_RAGGED",
        `Cannot use ${what} as an array: there must be at most ${MOST_AXES} lists in one another`,
      );
    }
    shape.push(inner.length);
    if (inner.length === 0) break;
  }
  return shape;
}

/** The first place of a list where there must be values; -1 where there is none. */
function firstList(values: ArrayLike<unknown>): number {
  if (!Array.isArray(values)) return -1;
  for (let index = 0; index < values.length; index++) {
    const value: unknown = values[index];
    if (typeof value === "object" && isList(value)) return index;
  }
  return -1;
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || isTypedArray(value);
}

function ragged(what: string, place: readonly number[], expected: string, got: unknown): ArgumentTypeError {
  const where = `${what}${place.map((index) => `[${index}]`).join("")}`;
  return new ArgumentTypeError(
    "CUTS_RAGGED",
    `Cannot use ${what} as an array: lists of one depth must have one length, so ${where} must be ${expected} (got ${formatValue(got)})`,
  );
}
