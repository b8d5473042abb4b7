// A program that was stopped by --timeout, as timeout(1) tells it.

import { exitCodes } from "../exit-codes.js";
import type { Ui } from "../ui.js";

/** The exit code after --timeout, with a message; other errors are thrown. */
export function timedOut(error: unknown, ui: Ui): number {
  if ((error as { code?: unknown }).code !== "CUTS_PROGRAM_TIMEOUT") throw error;
  ui.note(`error: ${(error as Error).message}`);
  return exitCodes.timedOut;
}
