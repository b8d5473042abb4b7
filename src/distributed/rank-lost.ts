// The error of a job that cannot go on because of a rank.

import { CutsError } from "../core/errors.js";
import { rankLostText } from "./rank-lost-text.js";

/** The error that says why, and what to try. */
export function rankLost(why: string): CutsError {
  return new CutsError("CUTS_RANK_LOST", rankLostText(why));
}
