// The axes of inputs that are reduced together, as kept axes and reduced axes; adjacent axes are merged where possible.

import { broadcastStrides } from "../../../core/broadcast.js";
import type { Shape } from "../../../core/shape.js";
import { cStrides } from "../../../core/strides.js";
import { joinAxes } from "../../../array/kernels/axes.js";
import type { NDArray } from "../../../array/ndarray.js";

/** Axis sizes, and the strides of each input along these axes, in elements. */
export interface Walked {
  readonly sizes: readonly number[];
  readonly strides: readonly (readonly number[])[];
}

/** The kept and the reduced axes of a reduction. */
export interface WalkedAxes {
  /** In the order of the results, which are in C order. */
  readonly kept: Walked;
  readonly reduced: Walked;
  /**
   * Whether the elements of one result lie far apart: neighbors in memory belong to different results, or rows are short and many.
   */
  readonly isAcross: boolean;
}

/** If a result reduces several rows, these must have at least this many elements; measured on a cpu with rows of 125 and 1000. */
const LONG_ROW = 512;

/** The axes of inputs that are broadcast to `shape`. */
export function walkedAxes(shape: Shape, inputs: readonly NDArray[], axes: readonly number[]): WalkedAxes {
  const along = inputs.map((one) => broadcastStrides(one.shape, one.strides, shape));
  const all = [...shape.keys()];
  const pick = (own: readonly number[], of: readonly number[]): number[] => of.map((at) => own[at] as number);
  const staying = all.filter((axis) => !axes.includes(axis));
  // The input with the most elements says in which order those that are reduced are walked through.
  const main = inputs.reduce((most, one, at) => (one.size > (inputs[most] as NDArray).size ? at : most), 0);
  const sizes = pick(shape, staying);
  const results = joinAxes(sizes, [cStrides(sizes), ...along.map((own) => pick(own, staying))]);
  const kept = { sizes: results.shape, strides: results.strides.slice(1) };
  const gone = joinAxes(
    pick(shape, axes),
    [main, ...inputs.keys()].map((at) => pick(along[at] as readonly number[], axes)),
  );
  const reduced = { sizes: gone.shape, strides: gone.strides.slice(1) };
  const step = ({ strides }: Walked): number => Math.abs(strides[main]?.at(-1) ?? 0);
  const isNearer = step(kept) > 0 && (step(kept) < step(reduced) || step(reduced) === 0);
  const isShort = reduced.sizes.length > 1 && (reduced.sizes.at(-1) as number) < LONG_ROW;
  return { kept, reduced, isAcross: isShort || (isNearer && (kept.sizes.at(-1) ?? 1) >= 4) };
}

/** Splits the first reduced axis into parts, which become an axis of the results. */
export function inParts({ kept, reduced, isAcross }: WalkedAxes, parts: number): WalkedAxes {
  const length = (reduced.sizes[0] as number) / parts;
  return {
    kept: {
      sizes: [...kept.sizes, parts],
      strides: kept.strides.map((own, at) => [...own, (reduced.strides[at]?.[0] as number) * length]),
    },
    reduced: { sizes: [length, ...reduced.sizes.slice(1)], strides: reduced.strides },
    isAcross,
  };
}
