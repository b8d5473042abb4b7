// The current process: its output, its end, its exit code.

import * as node from "./node/own-process.js";

export interface OwnProcess {
  readonly processId: number;
  /** The id of the user who runs it; undefined on Windows. */
  userId(this: void): number | undefined;
  writeOutput(this: void, contents: string | Uint8Array): void;
  writeError(this: void, text: string): void;
  /** Warns developers about a problem that does not stop the program. */
  warn(this: void, message: string, code?: string): void;
  /** Calls `run` with the exit code when the process ends and nothing can be awaited any more. */
  atExit(this: void, run: (code: number) => void): void;
  /** Calls `run` whenever the event loop has nothing left to do. Errors that it throws are uncaught exceptions. */
  whenIdle(this: void, run: () => void): void;
  /** Makes the exit code 1 unless the program has set another one. */
  failAtExit(this: void): void;
  /** Whether the runtime prints or handles errors that `whenIdle` callbacks throw. */
  showsUncaught(this: void): boolean;
  /** Throws an error that is printed with `name` instead of a line of this code. */
  throwAs(this: void, name: string, error: Error): never;
}

export const {
  processId,
  userId,
  writeOutput,
  writeError,
  warn,
  atExit,
  whenIdle,
  failAtExit,
  showsUncaught,
}: OwnProcess = node;
// Declared separately, so that the compiler knows that code after a call is unreachable.
export const throwAs: OwnProcess["throwAs"] = node.throwAs;
