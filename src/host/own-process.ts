// The process that this runs in: its streams, its end, its exit code.

import * as node from "./node/own-process.js";

export interface OwnProcess {
  readonly processId: number;
  /** The user it runs as; undefined on Windows. */
  userId(this: void): number | undefined;
  writeOutput(this: void, contents: string | Uint8Array): void;
  writeError(this: void, text: string): void;
  /** Tells developers of something that goes on all the same. */
  warn(this: void, message: string, code?: string): void;
  /** Runs when the process ends, when nothing can be awaited any more, with the exit code. */
  atExit(this: void, run: (code: number) => void): void;
  /** Runs whenever nothing is left to do. What is thrown is uncaught, as long as the process lives. */
  whenIdle(this: void, run: () => void): void;
  /** Makes the exit code 1 where nobody has chosen another. */
  failAtExit(this: void): void;
  /** Whether an error that is thrown when nothing is left to do is shown or handled by somebody. */
  showsUncaught(this: void): boolean;
  /** Throws an error, shown as thrown by `name` and not by a line of this code. */
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
// Declared by itself, so that the compiler knows what follows a call of it.
export const throwAs: OwnProcess["throwAs"] = node.throwAs;
