// The position of a quantile among n sorted elements for each method: NumPy's thirteen, which include the nine of Hyndman and Fan
// (1996).

import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";

/** The index of an element, and the fraction of the way to the next one. */
export interface QuantilePlace {
  readonly low: number;
  readonly part: number;
}

/** The place of a quantile by a method. */
type PlaceOf = (share: number, n: number) => QuantilePlace;

/** The methods, in NumPy's spelling. */
const methods = {
  linear: (share, n) => between(share * (n - 1), n),
  lower: (share, n) => at(Math.floor(share * (n - 1))),
  higher: (share, n) => at(Math.ceil(share * (n - 1))),
  nearest: (share, n) => at(roundHalfToEven(share * (n - 1))),
  midpoint: (share, n) => {
    const place = share * (n - 1);
    return { low: Math.floor(place), part: Number.isInteger(place) ? 0 : 0.5 };
  },
  inverted_cdf: (share, n) => at(Math.max(0, Math.ceil(share * n - 1))),
  averaged_inverted_cdf: (share, n) => {
    const { low, part } = between(share * n - 1, n);
    const isInside = share * n - 1 >= 0 && low < n - 1;
    return isInside ? { low, part: part === 0 ? 0.5 : 1 } : { low, part };
  },
  closest_observation: (share, n) => {
    const place = share * n - 1.5;
    const low = Math.floor(place);
    // An element exactly in the middle of two goes to the odd one: counted from 1, as Hyndman and Fan do, it is even.
    return at(Math.max(0, place === low && low % 2 !== 0 ? low : low + 1));
  },
  interpolated_inverted_cdf: (share, n) => between(placed(share, n, 0, 1), n),
  hazen: (share, n) => between(placed(share, n, 0.5, 0.5), n),
  weibull: (share, n) => between(placed(share, n, 0, 0), n),
  median_unbiased: (share, n) => between(placed(share, n, 1 / 3, 1 / 3), n),
  normal_unbiased: (share, n) => between(placed(share, n, 3 / 8, 3 / 8), n),
} as const satisfies Record<string, PlaceOf>;

/** The method for a quantile that lies between two elements, in NumPy's spelling. */
export type QuantileMethod = keyof typeof methods;

/** The position of quantiles by a method. @throws TypeError `CUTS_QUANTILE_METHOD`. */
export function placeByMethod(name: string, method: QuantileMethod): PlaceOf {
  if (Object.hasOwn(methods, method)) return methods[method];
  throw new ArgumentTypeError(
    "CUTS_QUANTILE_METHOD",
    `Cannot compute ${name}: the method must be one of ${Object.keys(methods).join(", ")} (got ${formatValue(method)})`,
  );
}

function at(low: number): QuantilePlace {
  return { low, part: 0 };
}

function between(place: number, n: number): QuantilePlace {
  if (place < 0) return at(0);
  const low = Math.min(Math.floor(place), n - 1);
  return low === n - 1 ? at(low) : { low, part: place - low };
}

function placed(share: number, n: number, alpha: number, beta: number): number {
  return n * share + (alpha + share * (1 - alpha - beta)) - 1;
}

function roundHalfToEven(value: number): number {
  const low = Math.floor(value);
  const part = value - low;
  return part > 0.5 || (part === 0.5 && low % 2 === 1) ? low + 1 : low;
}
