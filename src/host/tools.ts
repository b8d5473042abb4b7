// Runs compilers and similar tools to their end.

import * as directory from "./node/child-directory.js";
import * as node from "./node/run-tool.js";
import type { ToolEnd, ToolOptions } from "./shapes.js";

export interface Tools {
  /** Runs the program at a path. @throws Error of the system if it cannot be started. */
  runTool(this: void, path: string, args: readonly string[], options?: ToolOptions): Promise<ToolEnd>;
  /** The same, synchronously and without a time limit. */
  runToolSync(
    this: void,
    path: string,
    args: readonly string[],
    options?: Omit<ToolOptions, "timeoutMs">,
  ): ToolEnd;
  /** Environment variables that make tools write their temporary files into `folder`, for all systems. */
  temporaryIn(this: void, folder: string): Readonly<Record<string, string>>;
  /** The folder to start tools in: the current one, or another one if it was removed. */
  childDirectory(this: void): string;
}

export const { runTool, runToolSync, temporaryIn }: Omit<Tools, "childDirectory"> = node;
export const { childDirectory }: Pick<Tools, "childDirectory"> = directory;
