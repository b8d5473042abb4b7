// Checks the axes of an operation, and computes the shape of a reduction's result.

import { ArgumentTypeError } from "../../core/errors.js";
import { type Shape, toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";

/** The axis or axes of a reduction; all by default. */
export type Axes = number | readonly number[];

/**
 * The axes of a reduction, sorted and counted from the front. `null` means all, like None in NumPy. For a 0-d array, 0 and -1 are
 * accepted and mean no axis.
 * @throws RangeError `CUTS_AXIS`; TypeError `CUTS_AXES`.
 */
export function toAxes(axes: Axes | null | undefined, rank: number): readonly number[] {
  if (axes === undefined || axes === null) {
    return (allAxes[rank] ??= Array.from({ length: rank }, (_, axis) => axis));
  }
  if (typeof axes !== "number" && !Array.isArray(axes)) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot reduce an array: its axes must be an integer or a list of them (got ${formatValue(axes)})`,
    );
  }
  if (rank === 0 && (axes === 0 || axes === -1)) return [];
  const list = (typeof axes === "number" ? [axes] : (axes as readonly number[])).map((axis) =>
    toAxis(axis, rank),
  );
  if (new Set(list).size !== list.length) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot reduce an array: an axis must be named once (got ${formatValue(axes)})`,
    );
  }
  return list.toSorted((a, b) => a - b);
}

/** All axes of an array, by how many there are: most reductions ask for them. */
const allAxes: (readonly number[])[] = [];

/** The shape of the result of a reduction. */
export function reducedShape(shape: Shape, axes: readonly number[], keepdims: boolean): number[] {
  if (axes.length === shape.length && !keepdims) return [];
  return keepdims
    ? shape.map((size, axis) => (axes.includes(axis) ? 1 : size))
    : shape.filter((_, axis) => !axes.includes(axis));
}
