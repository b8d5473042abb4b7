// Settings that come from the environment. A value that makes no sense is an error at once, not a default later.

import { ArgumentRangeError } from "./errors.js";

/** A whole number of at least 0 from the environment, or undefined when the variable is not set. */
export function readEnvironmentNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new ArgumentRangeError(
    "CUTS_ENVIRONMENT",
    `Cannot use the environment variable ${name}: it must be a whole number (got "${text}")`,
  );
}
