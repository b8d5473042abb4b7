// Settings that come from the environment. A value that makes no sense is an error at once, not a default later.

import { ArgumentRangeError } from "../core/errors.js";
import { variable } from "./environment.js";

/** What numbers make sense. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** A whole number from the environment, of at least 0 where no range is given, or undefined when the variable is not set. */
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
