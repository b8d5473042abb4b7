// Reports a program that --timeout stopped, as timeout(1) does.

import { exitCodes } from "../exit-codes.js";
import type { Ui } from "../ui.js";

/** Prints a message and returns the exit code of a timeout; rethrows other errors. */
export function timedOut(error: unknown, ui: Ui): number {
  if ((error as { code?: unknown }).code !== "CUTS_PROGRAM_TIMEOUT") throw error;
  ui.note(`error: ${(error as Error).message}`);
  return exitCodes.timedOut;
}
