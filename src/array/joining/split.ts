// Splits arrays along an axis into views; nothing is copied.

import type { DType } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { formatShape, toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import type { NDArray } from "../ndarray.js";
import { toOptions } from "../core/axis-options.js";
import { operandOf } from "../core/operand.js";
import { slice } from "../views.js";
import { axisNames, type AxisOptions } from "./concatenate.js";
import { operator } from "../operators/operator.js";

/**
 * Equal parts along an axis, or the parts between given indices.
 * @throws RangeError `CUTS_SPLIT` where it does not come out even.
 * @example const [a, b] = cu.split(x, 2); const [head, rest] = cu.split(x, [3]);
 */
export const split = operator("split", splitEvenly, "composite");

function splitEvenly<D extends DType>(
  x: NDArray<D>,
  sections: number | readonly number[],
  axisOrOptions: AxisOptions | number = {},
): NDArray<D>[] {
  const { shape } = operandOf("split", x);
  const options = toOptions(axisOrOptions, "split", axisNames);
  const axis = toAxis(options.axis ?? 0, shape.length);
  if (typeof sections === "number" && sections > 0 && (shape[axis] as number) % sections !== 0) {
    throw new ArgumentRangeError(
      "CUTS_SPLIT",
      `Cannot split an array into ${sections} parts: they must be equal (got shape ${formatShape(shape)} along axis ${axis})` +
        "\nTry: cu.arraySplit(x, parts)",
    );
  }
  return arraySplit(x, sections, options);
}

/** Parts along an axis; if it does not divide evenly, the first parts are longer by one. */
export const arraySplit = operator("arraySplit", splitAt, "composite");

function splitAt<D extends DType>(
  x: NDArray<D>,
  sections: number | readonly number[],
  axisOrOptions: AxisOptions | number = {},
): NDArray<D>[] {
  const { shape } = operandOf("split", x);
  const options = toOptions(axisOrOptions, "split", axisNames);
  const axis = toAxis(options.axis ?? 0, shape.length);
  const size = shape[axis] as number;
  const bounds = typeof sections === "number" ? evenBounds(size, sections) : checkBounds(sections);
  const before = shape.slice(0, axis).map(() => ":");
  return [...bounds, undefined].map((to, k) => {
    const from = k === 0 ? "" : String(bounds[k - 1]);
    return slice(x, [...before, `${from}:${to ?? ""}`]);
  });
}

/** Parts along the first axis. */
export const vsplit = operator("vsplit", splitRows, "composite");

function splitRows<D extends DType>(x: NDArray<D>, sections: number | readonly number[]): NDArray<D>[] {
  return split(x, sections, { axis: 0 });
}

/** Parts along the second axis; of a vector, along its only axis. */
export const hsplit = operator("hsplit", splitColumns, "composite");

function splitColumns<D extends DType>(x: NDArray<D>, sections: number | readonly number[]): NDArray<D>[] {
  return split(x, sections, { axis: operandOf("hsplit", x).shape.length === 1 ? 0 : 1 });
}

/** Parts along the third axis. */
export const dsplit = operator("dsplit", splitLayers, "composite");

function splitLayers<D extends DType>(x: NDArray<D>, sections: number | readonly number[]): NDArray<D>[] {
  return split(x, sections, { axis: 2 });
}

/** One view for each index along an axis: the inverse of `stack`. */
export const unstack = operator("unstack", takeApart, "composite");

function takeApart<D extends DType>(x: NDArray<D>, axisOrOptions: AxisOptions | number = {}): NDArray<D>[] {
  const { shape } = operandOf("unstack", x);
  const options = toOptions(axisOrOptions, "unstack", axisNames);
  const axis = toAxis(options.axis ?? 0, shape.length);
  const before = shape.slice(0, axis).map(() => ":");
  return Array.from({ length: shape[axis] as number }, (_, index) => slice(x, [...before, index]));
}

/** Empty parts are views too: a wrong number must not make more of them than memory holds. */
const mostEmptyParts = 65_536;

function evenBounds(size: number, parts: number): readonly number[] {
  if (!Number.isInteger(parts) || parts < 1) {
    throw new ArgumentRangeError(
      "CUTS_SPLIT",
      `Cannot split an array: the number of parts must be a whole number and at least 1 (got ${formatValue(parts)})`,
    );
  }
  if (parts > Math.max(size, mostEmptyParts)) {
    throw new ArgumentRangeError(
      "CUTS_SPLIT",
      `Cannot split an array into ${parts} parts: there must be at most ${Math.max(size, mostEmptyParts)} (got size ${size})`,
    );
  }
  const [least, longer] = [Math.floor(size / parts), size % parts];
  return Array.from({ length: parts - 1 }, (_, k) => (k + 1) * least + Math.min(k + 1, longer));
}

function checkBounds(bounds: readonly number[]): readonly number[] {
  if (Array.isArray(bounds) && bounds.every(Number.isInteger)) return bounds;
  throw new ArgumentRangeError(
    "CUTS_SPLIT",
    `Cannot split an array: it takes a number of parts or a list of indices (got ${formatValue(bounds)})`,
  );
}
