// The error of a job that cannot go on because of a rank.

import { CutsError } from "../core/errors.js";

/** The error that says why, and what to try. */
export function rankLost(why: string): CutsError {
  return new CutsError(
    "CUTS_RANK_LOST",
    `Cannot go on with the other ranks: ${why}\nTry: the output of that rank; CUTS_DIST_TIMEOUT=seconds where it needs longer; CUTS_DIST_DEBUG=1, which compares calls before they begin`,
  );
}
