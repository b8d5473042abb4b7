// Rounding to decimals.

import { dtypes } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import type { DType } from "../../core/dtype.js";
import { type NDArray, usableArray } from "../ndarray.js";
import { astype } from "../copy.js";
import { operator } from "../operators/operator.js";
import type { OutOptions } from "./apply.js";
import { copyOf } from "./copy-of.js";
import { divide, multiply, rint } from "./functions.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** Options of {@link round}. */
export interface RoundOptions<D extends DType = DType> extends OutOptions<D> {
  /** Digits after the point (0); negative ones round tens, hundreds and so on. */
  readonly decimals?: number;
}

const roundNames = optionNames<RoundOptions>({ out: true, decimals: true });

/**
 * Rounds numbers to decimals, halves to the even neighbor. Like NumPy, it scales, rounds and scales back.
 * @example x.round({ decimals: 2 })
 */
export const round = operator("round", roundTo, "zero");

function roundTo<D extends DType>(a: NDArray<D>, options: RoundOptions<D> = {}): NDArray<D> {
  checkOptions(options, roundNames, "round an array");
  const { decimals = 0 } = options;
  if (!Number.isInteger(decimals)) {
    throw new ArgumentRangeError(
      "CUTS_DECIMALS",
      `Cannot round an array: \`decimals\` must be a whole number (got ${formatValue(decimals)})`,
    );
  }
  const { kind } = dtypes[usableArray(a, "round an array").dtype];
  if (kind === "float" || kind === "complex") return roundFloats(a, decimals, options.out) as NDArray<D>;
  if (decimals >= 0 || kind === "bool") return copyOf(a, intoOf(options.out)) as NDArray<D>;
  using floats = astype(a, "float64");
  using rounded = roundFloats(floats, decimals, undefined);
  if (options.out === undefined) return astype(rounded, a.dtype);
  using whole = astype(rounded, a.dtype);
  return copyOf(whole, intoOf(options.out)) as NDArray<D>;
}

const nearest: (a: NDArray, options?: OutOptions) => NDArray = rint;

function roundFloats(a: NDArray, decimals: number, out: NDArray | undefined): NDArray {
  const options = intoOf(out);
  if (decimals === 0) return nearest(a, options);
  const scale = 10 ** Math.abs(decimals);
  const [before, after] = decimals > 0 ? [multiply, divide] : [divide, multiply];
  const scaled = before(a, scale, options);
  nearest(scaled, { out: scaled });
  return after(scaled, scale, { out: scaled });
}

function intoOf(out: NDArray | undefined): OutOptions | undefined {
  return out === undefined ? undefined : { out };
}
