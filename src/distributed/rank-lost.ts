// The error when a rank is lost and the job cannot continue.

import { CutsError } from "../core/errors.js";
import { rankLostText } from "./rank-lost-text.js";

/** Makes the error, with the reason and what to try. */
export function rankLost(why: string): CutsError {
  return new CutsError("CUTS_RANK_LOST", rankLostText(why));
}
