// Our own programs in helper processes, which end when this process ends, even if it is killed.

import * as parent from "./node/end-with-parent.js";
import * as node from "./node/helpers.js";
import type { Helper, HelperEvents, WorkerEnd } from "./shapes.js";

export interface Helpers {
  /**
   * Starts a JavaScript program (host/own-helper.js) with arguments and engine options. While idle, it does not keep this process
   * alive.
   */
  startHelper(
    this: void,
    program: URL,
    args: readonly string[],
    engineOptions: readonly string[],
    events: HelperEvents,
  ): Helper;
  /** Runs a TypeScript program with a text as its input, and blocks until it ends. `program` is relative to the code folder. */
  runWorkerSync(this: void, program: string, input: string): WorkerEnd;
  /** In such a program: reads its input. */
  readInput(this: void): Promise<string>;
  /** In such a program: ends it when the process `parent` is gone. */
  endWithParent(this: void, parent: number): void;
}

export const { startHelper, runWorkerSync, readInput }: Omit<Helpers, "endWithParent"> = node;
export const { endWithParent }: Pick<Helpers, "endWithParent"> = parent;
