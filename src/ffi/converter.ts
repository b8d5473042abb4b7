// What stands between a JavaScript value and a C parameter: a check that throws before anything native is entered, and
// the value as koffi takes it. One converter is built per parameter, when the library is opened.

import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { KoffiType } from "./koffi.js";

/** The argument a message is about. */
export interface Place {
  /** `argument 1 (a) of launch_sum_kernel` */
  readonly what: string;
  /** The C type, `const float[n]`. */
  readonly type: string;
}

/** Checks and converts one argument. */
export interface Converter {
  readonly koffiType: KoffiType;
  /** Returns what koffi takes for `value`, or throws; `args` are all arguments of the call, for lengths. */
  readonly convert: (value: unknown, ...args: readonly unknown[]) => unknown;
  /** What is left to do when the native function has returned: copying out, raising what a callback threw. */
  readonly after?: (value: unknown, converted: unknown) => void;
  /** Gives back what `convert` took, whatever became of the call. */
  readonly release?: (value: unknown, converted: unknown) => void;
}

/** A wrong type of argument: "Cannot use argument 1 (a) of f as float*: it must be … (got …)". */
export function wrongType(
  code: string,
  place: Place,
  rule: string,
  value: unknown,
  hint?: string,
): ArgumentTypeError {
  return new ArgumentTypeError(code, refusal(place, rule, formatValue(value), hint));
}

/** A right type of argument with a value out of range; `got` says which value. */
export function outOfRange(
  code: string,
  place: Place,
  rule: string,
  got: string,
  hint?: string,
): ArgumentRangeError {
  return new ArgumentRangeError(code, refusal(place, rule, got, hint));
}

/** The wording of a refused argument. */
export function refusal(place: Place, rule: string, got: string, hint?: string): string {
  return `Cannot use ${place.what} as ${place.type}: ${rule} (got ${got})${hint === undefined ? "" : `\nTry: ${hint}`}`;
}
