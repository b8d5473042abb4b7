// Programs in processes of their own, whose end is waited for. However one ends, nothing of it stays behind: a time limit kills it, a
// signal, and the end of this process or thread.

import * as node from "./node/processes.js";
import type { ProgramExit, ProgramStart } from "./shapes.js";

export interface Processes {
  /** Runs an executable. @throws the reason of the signal, once the program is gone; Error of the system when it cannot be started. */
  runExecutable(this: void, start: ProgramStart, path: string, args: readonly string[]): Promise<ProgramExit>;
  /**
   * Runs a program of ours in TypeScript, by its path below the code folder, which gets a message (host/own-program.ts). It is asked
   * where it is when its time is over.
   */
  runOwnProgram(
    this: void,
    start: ProgramStart,
    program: string,
    engineOptions: readonly string[],
    message: Uint8Array,
  ): Promise<ProgramExit>;
}

export const { runExecutable, runOwnProgram }: Processes = node;
