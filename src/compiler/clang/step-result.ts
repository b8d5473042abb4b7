// Checks how a run of clang ended.
import { CutsError } from "../../core/errors.js";
import type { ClangResult } from "./clang.js";
import { compileError, parseDiagnostics } from "./diagnostics.js";
import type { StepResult } from "./protocol.js";

/**
 * The file that the first step of a job had to write.
 *
 * @throws CompileError `CUTS_COMPILE` when clang refused its input, CutsError `CUTS_COMPILER_CRASHED` when clang failed.
 */
export function compiledFile(thing: string, { steps, files }: ClangResult, path: string): Uint8Array {
  const step = requireNoCrash(thing, steps[0]);
  if (step.exitCode !== 0) throw compileError(thing, parseDiagnostics(step.stderr));
  const output = files[path];
  if (output === undefined) throw new Error(`internal: clang did not write ${path}`);
  return output;
}

/** A step that ended by itself. One that stopped by a failed assertion or a trap is clang's fault, not its input's. */
export function requireNoCrash(thing: string, step: StepResult | undefined): StepResult {
  if (step === undefined) throw new Error("internal: a job of the compiler had no step");
  if (step.trap === undefined) return step;
  const words = step.stderr.trim().split("\n").slice(0, 6).join("\n");
  throw new CutsError(
    "CUTS_COMPILER_CRASHED",
    `Cannot compile ${thing}: clang itself failed (${step.trap})\n${words}`,
  );
}
