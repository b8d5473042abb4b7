// The order in which a block's threads visit the axes of a reduction. Kept axes follow the results in memory, reduced axes follow
// the largest input, and adjacent axes are merged where possible. The form says whether neighboring threads work along kept or
// reduced axes.

import { broadcastStrides } from "../../../core/broadcast.js";
import { dtypes } from "../../../core/dtype.js";
import type { Shape } from "../../../core/shape.js";
import type { Strides } from "../../../core/strides.js";
import { joinAxes } from "../../../array/kernels/axes.js";
import type { NDArray } from "../../../array/ndarray.js";
import type { TeamForm } from "../cuda/reduce-source.js";
import type { Walked } from "./walked-axes.js";

/** The kept and the reduced axes of a reduction. */
export interface TeamAxes {
  readonly kept: Walked;
  readonly gone: Walked;
  readonly form: TeamForm;
}

/** The smallest unit that a GPU reads. */
const SECTOR_BYTES = 32;

/** The axes of inputs that are broadcast to `shape`; `strides` are those of the results along the kept axes. */
export function teamAxes(
  shape: Shape,
  inputs: readonly NDArray[],
  axes: readonly number[],
  strides: Strides,
): TeamAxes {
  const along = inputs.map((one) => broadcastStrides(one.shape, one.strides, shape));
  const pick = (own: readonly number[], of: readonly number[]): number[] => of.map((at) => own[at] as number);
  const staying = [...shape.keys()].filter((axis) => !axes.includes(axis));
  const main = inputs.reduce((most, one, at) => (one.size > (inputs[most] as NDArray).size ? at : most), 0);
  const kept = walked(pick(shape, staying), [strides, ...along.map((own) => pick(own, staying))]);
  const gone = walked(
    pick(shape, axes),
    [main, ...inputs.keys()].map((at) => pick(along[at] as readonly number[], axes)),
  );
  const costOf = ({ strides: own }: Walked): number =>
    inputs.reduce((sum, { size, dtype }, at) => {
      const step = Math.abs(own[at]?.at(-1) ?? 0) * dtypes[dtype].byteLength;
      return sum + size * Math.min(step, SECTOR_BYTES);
    }, 0);
  const isAcross = (kept.sizes.at(-1) as number) > 1 && costOf(kept) < costOf(gone);
  return { kept, gone, form: isAcross ? "columns" : "rows" };
}

function walked(shape: readonly number[], strides: readonly (readonly number[])[]): Walked {
  const joined = joinAxes(shape, strides);
  return { sizes: joined.shape, strides: joined.strides.slice(1) };
}
