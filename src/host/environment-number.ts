// Numeric settings from environment variables. An invalid value is an error at once, never replaced by a default.

import { ArgumentRangeError } from "../core/errors.js";
import { variable } from "./environment.js";

/** The valid numbers. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** Reads an integer from an environment variable; undefined if the variable is not set. Without a range it must be at least 0. */
export function readEnvironmentNumber(name: string, range?: NumberRange): number | undefined {
  const text = variable(name);
  if (text === undefined || text === "") return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  const { least, most } = range ?? { least: 0, most: Number.POSITIVE_INFINITY };
  if (value >= least && value <= most) return value;
  const rule = range === undefined ? "a whole number" : `a whole number from ${least} to ${most}`;
  throw new ArgumentRangeError(
    "CUTS_ENVIRONMENT",
    `Cannot use the environment variable ${name}: it must be ${rule} (got "${text}")`,
  );
}
