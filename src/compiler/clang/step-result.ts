// What every recipe does with how a tool ended.
import { CutsError } from "../../core/errors.js";
import type { StepResult } from "./protocol.js";

/** The error for a compiler that stopped by a failed assertion or a trap: its fault, not that of the source. */
export function compilerCrash(thing: string, step: StepResult): CutsError {
  const words = step.stderr.trim().split("\n").slice(0, 6).join("\n");
  return new CutsError(
    "CUTS_COMPILER_CRASHED",
    `Cannot compile ${thing}: clang itself failed (${step.trap})\n${words}`,
  );
}
