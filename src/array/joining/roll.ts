// Moves elements: roll makes a copy; rotating and mirroring make views.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { emptyLike } from "../creation.js";
import { copyInto } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { toOptions } from "../core/axis-options.js";
import { operandOf } from "../core/operand.js";
import { flip, reshape, slice, swapaxes, transpose } from "../views.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";

/** Options of {@link roll}. */
export interface RollOptions {
  /** The axis or axes; by default the flattened array. */
  readonly axis?: number | readonly number[] | undefined;
}

const rollNames = optionNames<RollOptions>({ axis: true });

/**
 * Shifts elements along axes; those that leave at one end enter at the other.
 * @throws TypeError `CUTS_ROLL`.
 * @example cu.roll(x, 1, { axis: 0 })
 */
export const roll = operator("roll", rollElements, { gradient: rolledBack });

function rollElements<D extends DType>(
  x: NDArray<D>,
  shift: number | readonly number[],
  axisOrOptions: RollOptions | number | readonly number[] = {},
): NDArray<D> {
  operandOf("roll", x);
  const options = toOptions(axisOrOptions, "roll", rollNames);
  const shifts = [shift].flat();
  if (!shifts.every(Number.isInteger)) {
    throw new ArgumentTypeError(
      "CUTS_ROLL",
      `Cannot roll an array: shifts must be whole numbers (got ${formatValue(shift)})`,
    );
  }
  if (options.axis === undefined) {
    using flat = reshape(x, -1);
    const total = shifts.reduce((sum, one) => sum + one, 0);
    using rolled = rollAxes(flat, [0], [total]);
    return reshape(rolled, x.shape);
  }
  const axes = [options.axis].flat().map((axis) => toAxis(axis, x.ndim));
  if (shifts.length !== axes.length && shifts.length !== 1 && axes.length !== 1) {
    throw new ArgumentTypeError(
      "CUTS_ROLL",
      `Cannot roll an array: there must be a shift for each axis (got ${formatValue(shift)} for ${formatValue(options.axis)})`,
    );
  }
  const count = Math.max(shifts.length, axes.length);
  const spread = (list: readonly number[]): number[] =>
    Array.from({ length: count }, (_, k) => (list.length === 1 ? list[0] : list[k]) as number);
  return rollAxes(x, spread(axes), spread(shifts));
}

const rot90Names = optionNames<{ axes: unknown }>({ axes: true });

/** Rotates by 90° `k` times, from the first of two axes towards the second, as a view. @throws TypeError `CUTS_AXES`. */
export const rot90 = operator("rot90", turn, "composite");

function turn<D extends DType>(
  x: NDArray<D>,
  k = 1,
  options: { readonly axes?: readonly [number, number] } = {},
): NDArray<D> {
  operandOf("rot90", x);
  checkOptions(options, rot90Names, "compute rot90");
  const [from, to] = (options.axes ?? [0, 1]).map((axis) => toAxis(axis, x.ndim)) as [number, number];
  if (from === to || !Number.isInteger(k)) {
    throw new ArgumentTypeError(
      "CUTS_AXES",
      `Cannot turn an array: it takes a whole number of turns between two axes (got ${formatValue(k)} between ${formatValue(options.axes ?? [0, 1])})`,
    );
  }
  const turns = ((k % 4) + 4) % 4;
  if (turns === 0) return slice(x, "...");
  if (turns === 2) return flip(x, [from, to]);
  using turned = turns === 1 ? flip(x, to) : swapaxes(x, from, to);
  return turns === 1 ? swapaxes(turned, from, to) : flip(turned, to);
}

/** The array with the second axis reversed, as a view. @throws RangeError `CUTS_AXIS`. */
export const fliplr = operator("fliplr", mirrorColumns, "composite");

function mirrorColumns<D extends DType>(x: NDArray<D>): NDArray<D> {
  return flip(x, toAxis(1, operandOf("fliplr", x).shape.length));
}

/** The array with the first axis reversed, as a view. @throws RangeError `CUTS_AXIS`. */
export const flipud = operator("flipud", mirrorRows, "composite");

function mirrorRows<D extends DType>(x: NDArray<D>): NDArray<D> {
  return flip(x, toAxis(0, operandOf("flipud", x).shape.length));
}

/** Permutes the axes, as a view: `transpose` under its name in the array API standard. */
export const permuteDims = operator("permuteDims", permuteAxes, "composite");

function permuteAxes<D extends DType>(x: NDArray<D>, axes: readonly number[]): NDArray<D> {
  return transpose(x, axes);
}

/** Swaps the last two axes, as a view. @throws RangeError `CUTS_AXIS`. */
export const matrixTranspose = operator("matrixTranspose", transposeMatrices, "composite");

function transposeMatrices<D extends DType>(x: NDArray<D>): NDArray<D> {
  return swapaxes(x, -2, -1);
}

/** Copies each block that stays together to where it goes. */
function rollAxes<D extends DType>(
  x: NDArray<D>,
  axes: readonly number[],
  shifts: readonly number[],
): NDArray<D> {
  if (!shifts.every(Number.isInteger)) {
    throw new ArgumentTypeError(
      "CUTS_ROLL",
      `Cannot roll an array: shifts must be whole numbers (got ${formatValue(shifts)})`,
    );
  }
  const result = emptyLike(x);
  if (x.size === 0) return result;
  let blocks: { readonly from: readonly string[]; readonly to: readonly string[] }[] = [{ from: [], to: [] }];
  for (const [axis, size] of x.shape.entries()) {
    const total = shifts.reduce((sum, own, k) => (axes[k] === axis ? sum + own : sum), 0);
    const shift = ((total % size) + size) % size;
    const parts =
      shift === 0
        ? [[":", ":"] as const]
        : [[`:${size - shift}`, `${shift}:`] as const, [`${size - shift}:`, `:${shift}`] as const];
    blocks = blocks.flatMap(({ from, to }) =>
      parts.map(([source, target]) => ({ from: [...from, source], to: [...to, target] })),
    );
  }
  for (const { from, to } of blocks) {
    using source = slice(x, from);
    using target = slice(result, to);
    copyInto(source, target);
  }
  return result;
}

function rolledBack({
  grad,
  args: [, shift, given],
}: GradientCall<Parameters<typeof rollElements>>): NDArray[] {
  return [roll(grad, typeof shift === "number" ? -shift : shift.map((one) => -one), given)];
}
