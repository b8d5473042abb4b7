// Runs programs in their own processes and waits for their end. A time limit, an abort signal, or the end of this process or thread
// kills the program.

import * as node from "./node/processes.js";
import type { ProgramExit, ProgramStart } from "./shapes.js";

export interface Processes {
  /**
   * Runs an executable. @throws the reason of the aborted signal, once the program has ended; Error of the system if it cannot be
   * started.
   */
  runExecutable(this: void, start: ProgramStart, path: string, args: readonly string[]): Promise<ProgramExit>;
  /**
   * Runs one of our own TypeScript programs and passes it a message (host/own-program.ts). `program` is relative to the code
   * folder. After the time limit it is asked where it is.
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
