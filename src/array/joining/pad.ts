// pad: an array with a border. The border is filled axis by axis from existing elements. So corners are computed from edges, and a
// border wider than the array repeats it.

import { type DType, type dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import type { ElementValue } from "../../runtime/memory/element-data.js";
import { fill } from "../access.js";
import { makeView } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { copyInto } from "../copy.js";
import { empty } from "../creation.js";
import { operandOf } from "../core/operand.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";
import { movedBack } from "../indexing/scatter.js";

/** What the border contains. */
export type PadMode = "constant" | "edge" | "reflect" | "symmetric" | "wrap" | "empty";

/** Options of {@link pad}. */
export interface PadOptions<D extends DType = DType> {
  /**
   * One value ("constant", the default), the outermost elements ("edge"), the elements mirrored without ("reflect") or with
   * ("symmetric") the outermost one, the other end ("wrap"), or undefined contents ("empty").
   */
  readonly mode?: PadMode | undefined;
  /** The value of mode "constant"; 0 by default. */
  readonly constantValues?: ElementValue<D> | undefined;
}

const padNames = optionNames<PadOptions>({ mode: true, constantValues: true });

/** Border widths: one number for all, a pair (before, after) for all axes, or a pair for each axis. */
export type PadWidth = number | readonly [number, number] | readonly (readonly [number, number])[];

/**
 * The array with a border. @throws TypeError, RangeError `CUTS_PAD`.
 * @example cu.pad(x, 1); cu.pad(image, [[0, 0], [2, 2]], { mode: "reflect" });
 */
export const pad = operator("pad", padBorders, {
  gradient: ({ grad, args: [x, width, options = {}] }: GradientCall<Parameters<typeof padBorders>>) => {
    const { mode = "constant" } = options;
    const isPlain = mode === "constant" || mode === "empty";
    if (!isPlain) return [movedBack(grad, x, (numbers) => padBorders(numbers, width, { mode }))];
    const widths = readWidths(width, x.ndim);
    return [grad.slice(x.shape.map((size, axis) => inner(widths[axis] as Width, size)))];
  },
});

function padBorders<D extends DType>(
  x: NDArray<D>,
  width: PadWidth,
  options: PadOptions<D> = {},
): NDArray<D> {
  const { shape } = operandOf("pad", x);
  checkOptions(options, padNames, "pad an array");
  const { mode = "constant", constantValues } = options;
  const extend = extenders[mode];
  if (!Object.hasOwn(extenders, mode)) {
    throw new ArgumentTypeError(
      "CUTS_PAD",
      `Cannot pad an array: the mode must be one of ${Object.keys(extenders).join(", ")} (got ${formatValue(mode)})`,
    );
  }
  const widths = readWidths(width, shape.length);
  const bare =
    extend === undefined
      ? -1
      : shape.findIndex((size, axis) => size === 0 && sumOf(widths[axis] as Width) > 0);
  if (bare >= 0) {
    throw new ArgumentRangeError(
      "CUTS_PAD",
      `Cannot pad an empty axis by mode "${mode}": it has nothing to repeat (got axis ${bare})\nTry: mode "constant"`,
    );
  }
  const padded = shape.map((size, axis) => size + sumOf(widths[axis] as Width));
  const result = empty(padded, { dtype: x.dtype, device: x.device });
  if (mode === "constant") fill(result, constantValues ?? (zeroOf(x.dtype) as ElementValue<D>));
  const offset = result.strides.reduce((sum, step, axis) => sum + step * (widths[axis] as Width)[0], 0);
  using middle = makeView(result, shape, result.strides, offset);
  copyInto(x, middle);
  if (extend === undefined) return result;
  for (const [axis, own] of widths.entries()) {
    if (sumOf(own) === 0) continue;
    // Axes before this one have their border already.
    const ready = shape.map((size, other) => (other < axis ? (padded[other] as number) : size));
    const start = result.strides.reduce(
      (sum, step, other) => (other < axis ? sum : sum + step * (widths[other] as Width)[0]),
      0,
    );
    extend(new Border(result, ready, start, axis, own));
  }
  return result;
}

type Width = readonly [before: number, after: number];

/** The border along one axis. Positions count from the first element that the array itself has there. */
class Border {
  readonly size: number;
  readonly before: number;
  readonly after: number;
  readonly #array: NDArray;
  readonly #shape: readonly number[];
  readonly #start: number;
  readonly #axis: number;

  constructor(array: NDArray, shape: readonly number[], start: number, axis: number, width: Width) {
    this.#array = array;
    this.#shape = shape;
    this.#start = start;
    this.#axis = axis;
    this.size = shape[axis] as number;
    [this.before, this.after] = width;
  }

  /** Copies `count` elements to the place `to`, from `from` by steps of 1, 0 or -1. */
  copy(to: number, from: number, count: number, step: 1 | 0 | -1): void {
    if (count === 0) return;
    using target = this.#view(to, count, 1);
    using source = this.#view(from, count, step);
    copyInto(source, target);
  }

  #view(at: number, count: number, step: number): NDArray {
    const { strides } = this.#array;
    const own = strides[this.#axis] as number;
    const shape = this.#shape.with(this.#axis, count);
    return makeView(this.#array, shape, strides.with(this.#axis, step * own), this.#start + at * own);
  }
}

/** Fills both sides in pieces of at most `most` elements; `copy` gets how many are filled, and how many come now. */
function inPieces(width: number, most: number, copy: (filled: number, count: number) => void): void {
  for (let filled = 0; filled < width; filled += most) copy(filled, Math.min(most, width - filled));
}

function extendEdge(border: Border): void {
  const { size, before, after } = border;
  border.copy(-before, 0, before, 0);
  border.copy(size, size - 1, after, 0);
}

function extendMirrored(border: Border, gap: 0 | 1): void {
  const { size, before, after } = border;
  const most = size - gap;
  // A single element has no neighbours to be mirrored.
  if (most === 0) {
    extendEdge(border);
    return;
  }
  inPieces(before, most, (filled, count) =>
    border.copy(-filled - count, -filled + gap + count - 1, count, -1),
  );
  inPieces(after, most, (filled, count) => border.copy(size + filled, size + filled - 1 - gap, count, -1));
}

function extendWrapped(border: Border): void {
  const { size, before, after } = border;
  inPieces(before, size, (filled, count) => border.copy(-filled - count, size - filled - count, count, 1));
  inPieces(after, size, (filled, count) => border.copy(size + filled, filled, count, 1));
}

const extenders: Readonly<Record<PadMode, ((border: Border) => void) | undefined>> = {
  constant: undefined,
  edge: extendEdge,
  reflect: (border) => extendMirrored(border, 1),
  symmetric: (border) => extendMirrored(border, 0),
  wrap: extendWrapped,
  empty: undefined,
};

function readWidths(width: PadWidth, ndim: number): readonly Width[] {
  const pairs: readonly unknown[] = Array.isArray(width) ? width : [[width, width]];
  const list = (pairs.every((one) => typeof one === "number") ? [pairs] : pairs) as readonly Width[];
  const widths = list.length === 1 ? Array.from({ length: ndim }, () => list[0] as Width) : list;
  const isRight = (one: unknown): boolean =>
    Array.isArray(one) && one.length === 2 && one.every((size) => Number.isInteger(size) && size >= 0);
  if (widths.length === ndim && widths.every(isRight)) return widths;
  throw new ArgumentRangeError(
    "CUTS_PAD",
    `Cannot pad an array: widths must be whole numbers and at least 0, one, a pair, or a pair for each of ${ndim} axes (got ${formatValue(width)})`,
  );
}

function sumOf([before, after]: Width): number {
  return before + after;
}

function zeroOf(dtype: keyof typeof dtypes): number | boolean {
  return dtype === "bool" ? false : 0;
}

function inner([before]: Width, size: number): string {
  return `${before}:${before + size}`;
}
