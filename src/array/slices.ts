// NumPy's basic indices for one axis or all: `3`, `-1`, `"1:10:2"`, `"::-1"`, `":"`, `"..."`, and null for a new axis. They only
// change shape, strides and offset; nothing is copied.

import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatShape, type Shape } from "../core/shape.js";
import type { Strides } from "../core/strides.js";
import { formatValue } from "../core/text.js";

/** One index: an integer, a range as a string, `"..."` for all axes that have no index, or null for a new axis of size 1. */
export type SliceIndex = number | bigint | string | null;

/** The part of an array's memory that a view shows. */
export interface Region {
  readonly shape: number[];
  readonly strides: number[];
  /** In elements, from the first element of the array. */
  readonly offset: number;
}

/**
 * The region that indices select. @throws TypeError or RangeError `CUTS_INDEX`.
 * @example sliceRegion([4, 6], [6, 1], ["1:3", -1]) // { shape: [2], strides: [6], offset: 11 }
 */
export function sliceRegion(shape: Shape, strides: Strides, indices: readonly SliceIndex[]): Region {
  const full = spreadEllipsis(shape, indices);
  const region: { shape: number[]; strides: number[]; offset: number } = {
    shape: [],
    strides: [],
    offset: 0,
  };
  let axis = 0;
  for (const index of full) {
    if (index === null) {
      region.shape.push(1);
      region.strides.push(0);
      continue;
    }
    const size = shape[axis] as number;
    const stride = strides[axis] as number;
    if (typeof index !== "string") region.offset += pickIndex(index, size, axis) * stride;
    else {
      const { start, step, length } = readRange(index, size);
      region.shape.push(length);
      region.strides.push(stride * step);
      if (length > 0) region.offset += start * stride;
    }
    axis++;
  }
  return region;
}

/** A checked index of one axis, with negative indices resolved. @throws RangeError `CUTS_INDEX`. */
export function pickIndex(index: number | bigint, size: number, axis: number): number {
  // What is read of an array of indices, such as `await x.argmax().item()`, is a bigint.
  const place = typeof index === "bigint" ? Number(index) : index;
  if (Number.isInteger(place) && place >= -size && place < size) return place < 0 ? place + size : place;
  const rule =
    size === 0 ? "the axis is empty" : `it must be a whole number between ${-size} and ${size - 1}`;
  throw new ArgumentRangeError(
    "CUTS_INDEX",
    `Cannot use an index of axis ${axis}: ${rule} (got ${formatValue(index)})`,
  );
}

/** The elements of an axis that a range selects; bounds outside the axis are clipped, as in NumPy. */
export function readRange(
  text: string,
  size: number,
): { readonly start: number; readonly step: number; readonly length: number } {
  const parts = /^\s*(-?\d*)\s*:\s*(-?\d*)\s*(?::\s*(-?\d*)\s*)?$/.exec(text);
  if (parts === null || parts.slice(1).includes("-")) {
    throw new ArgumentTypeError(
      "CUTS_INDEX",
      `Cannot use a range: it must be "start:stop" or "start:stop:step" with whole numbers, each of which may be left out (got ${formatValue(text)})`,
    );
  }
  const [, from = "", until = "", by = ""] = parts;
  const step = by === "" ? 1 : Number(by);
  if (step === 0) {
    throw new ArgumentRangeError(
      "CUTS_INDEX",
      `Cannot use the range ${formatValue(text)}: its step must not be 0`,
    );
  }
  const lowest = step > 0 ? 0 : -1;
  const highest = step > 0 ? size : size - 1;
  const bound = (digits: string, otherwise: number): number => {
    if (digits === "") return otherwise;
    const value = Number(digits);
    return Math.min(Math.max(value < 0 ? value + size : value, lowest), highest);
  };
  const start = bound(from, step > 0 ? lowest : highest);
  const stop = bound(until, step > 0 ? highest : lowest);
  return { start, step, length: Math.max(0, Math.ceil((stop - start) / step)) };
}

/** The indices with `"..."` written out, or added at the end: one for each axis, and the new axes. */
function spreadEllipsis(shape: Shape, indices: readonly SliceIndex[]): readonly SliceIndex[] {
  const dots = indices.filter((index) => index === "...").length;
  const named = indices.filter((index) => index !== null && index !== "...").length;
  if (dots > 1) {
    throw new ArgumentTypeError(
      "CUTS_INDEX",
      `Cannot use indices: "..." may be there once (got ${formatValue(indices)})`,
    );
  }
  if (named > shape.length) {
    throw new ArgumentRangeError(
      "CUTS_INDEX",
      `Cannot use indices: there are more than axes (got ${formatValue(indices)} for shape ${formatShape(shape)})`,
    );
  }
  for (const index of indices) {
    if (index === null || ["number", "bigint", "string"].includes(typeof index)) continue;
    throw new ArgumentTypeError(
      "CUTS_INDEX",
      `Cannot use an index: it must be a number, a range such as "1:3", "..." or null (got ${formatValue(index)})`,
    );
  }
  const all = Array.from({ length: shape.length - named }, () => ":");
  if (dots === 0) return [...indices, ...all];
  const at = indices.indexOf("...");
  return [...indices.slice(0, at), ...all, ...indices.slice(at + 1)];
}
