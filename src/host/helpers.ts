// Our own programs as processes that work for this one, and end with it however it ends.

import * as parent from "./node/end-with-parent.js";
import * as node from "./node/helpers.js";
import type { Helper, HelperEvents, WorkerEnd } from "./shapes.js";

export interface Helpers {
  /** Starts a program in plain JavaScript (host/own-helper.js) with arguments and options of the engine. Idle, it keeps no process alive. */
  startHelper(
    this: void,
    program: URL,
    args: readonly string[],
    engineOptions: readonly string[],
    events: HelperEvents,
  ): Helper;
  /** Runs a program in TypeScript, by its path below the code folder, with a text as its input. Nothing else happens meanwhile. */
  runWorkerSync(this: void, program: string, input: string): WorkerEnd;
  /** In such a program: its input. */
  readInput(this: void): Promise<string>;
  /** In such a program: ends it when the process `parent` is gone. */
  endWithParent(this: void, parent: number): void;
}

export const { startHelper, runWorkerSync, readInput }: Omit<Helpers, "endWithParent"> = node;
export const { endWithParent }: Pick<Helpers, "endWithParent"> = parent;
