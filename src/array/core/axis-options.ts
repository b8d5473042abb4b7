// The axis of an operation, given alone or among its options: x.sum(0) is x.sum({ axis: 0 }).

import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { type Axes } from "./axes.js";
import { checkOptions, type OptionNames } from "../../core/options.js";

/**
 * The options of a reduction that was called with options or with only its axes; `known` are the allowed names.
 * @throws TypeError `CUTS_OPTIONS`.
 */
export function toOptions<O extends object>(
  given: O | Axes | undefined,
  name: string,
  known: OptionNames,
): O {
  if (given === undefined) return {} as O;
  if (typeof given === "number" || Array.isArray(given)) return { axis: given as Axes } as unknown as O;
  if (typeof given === "object" && given !== null) {
    checkOptions(given, known, `compute ${name}`);
    return given as O;
  }
  throw new ArgumentTypeError(
    "CUTS_OPTIONS",
    `Cannot compute ${name}: its options must be an object, or the axis alone (got ${formatValue(given)})\nTry: x.${name}({ axis: 0 }), or x.${name}(0)`,
  );
}

/**
 * The same for functions that may work on all elements as one vector: null alone means `{ axis: null }`.
 * @throws TypeError `CUTS_OPTIONS`.
 */
export function toNullableOptions<O extends { readonly axis?: number | null | undefined }>(
  given: O | number | null,
  name: string,
  known: OptionNames,
): O {
  return given === null ? ({ axis: null } as O) : toOptions(given, name, known);
}
