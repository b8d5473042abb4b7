// The time limit for waiting for other ranks.

import { readEnvironmentNumber } from "../host/environment-number.js";
import { ArgumentRangeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";

const DEFAULT_SECONDS = 600;

/** The time limit in seconds: the given one, else that of the environment, else ten minutes. @throws RangeError */
export function timeoutSeconds(given: number | undefined): number {
  return checkTimeout(given ?? readEnvironmentNumber("CUTS_DIST_TIMEOUT") ?? DEFAULT_SECONDS);
}

/** Throws unless the value is a valid time limit. @throws RangeError `CUTS_COMMUNICATOR` */
export function checkTimeout(seconds: number): number {
  if (typeof seconds === "number" && seconds > 0 && seconds <= 1e6) return seconds;
  throw new ArgumentRangeError(
    "CUTS_COMMUNICATOR",
    `Cannot limit the time that ranks wait: it must be seconds, more than 0 (got ${formatValue(seconds)})`,
  );
}
