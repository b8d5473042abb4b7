// Shapes: lists of sizes, the slowest-varying axis first; [] is the shape of a scalar. Sizes may be 0.

import { ArgumentRangeError, ArgumentTypeError } from "./errors.js";
import { formatValue } from "./text.js";

/** The size along each axis. */
export type Shape = readonly number[];

/** How many elements an array of this shape has. */
export function sizeOf(shape: Shape): number {
  let size = 1;
  for (const length of shape) size *= length;
  return size;
}

/**
 * A shape from a user: a number is a vector of that length. The result is frozen and of the caller's own.
 * @throws TypeError or RangeError `CUTS_SHAPE`.
 */
export function toShape(shape: number | Shape): Shape {
  const sizes = typeof shape === "number" ? [shape] : shape;
  if (!Array.isArray(sizes)) {
    throw new ArgumentTypeError(
      "CUTS_SHAPE",
      `Cannot use this shape: it must be a number or an array of numbers (got ${formatValue(shape)})`,
    );
  }
  for (const size of sizes as Shape) {
    if (!Number.isSafeInteger(size) || size < 0) {
      throw new ArgumentRangeError(
        "CUTS_SHAPE",
        `Cannot use this shape: every size must be a whole number and at least 0 (got ${formatValue(sizes)})`,
      );
    }
  }
  if (!Number.isSafeInteger(sizeOf(sizes))) {
    throw new ArgumentRangeError(
      "CUTS_SHAPE",
      `Cannot use this shape: it has more than 2^53 elements (got ${formatValue(sizes)})`,
    );
  }
  return Object.freeze([...sizes]);
}

/** Whether two shapes are the same. */
export function shapesEqual(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  // A loop, because every small operation calls this.
  for (let axis = 0; axis < a.length; axis++) if (a[axis] !== b[axis]) return false;
  return true;
}

/** "[2, 3]". */
export function formatShape(shape: Shape): string {
  return `[${shape.join(", ")}]`;
}

/**
 * An axis counted from the front: -1 is the last one.
 * @throws RangeError `CUTS_AXIS`.
 */
export function toAxis(axis: number, rank: number): number {
  if (Number.isInteger(axis) && axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  throw new ArgumentRangeError(
    "CUTS_AXIS",
    rank === 0
      ? `Cannot use axis ${formatValue(axis)}: a scalar has no axes`
      : `Cannot use this axis: it must be between ${-rank} and ${rank - 1} (got ${formatValue(axis)})`,
  );
}
