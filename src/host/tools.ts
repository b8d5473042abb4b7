// Compilers and their like, which are run to their end.

import * as directory from "./node/child-directory.js";
import * as node from "./node/run-tool.js";
import type { ToolEnd, ToolOptions } from "./shapes.js";

export interface Tools {
  /** Runs the program at a path. @throws Error of the system when it cannot be started. */
  runTool(this: void, path: string, args: readonly string[], options?: ToolOptions): Promise<ToolEnd>;
  /** The same, and nothing else happens meanwhile; it has no time limit. */
  runToolSync(
    this: void,
    path: string,
    args: readonly string[],
    options?: Omit<ToolOptions, "timeoutMs">,
  ): ToolEnd;
  /** The variables that tell tools of every system to write temporary files into a folder. */
  temporaryIn(this: void, folder: string): Readonly<Record<string, string>>;
  /** The current directory as one to start tools in; where it was removed, another one that exists. */
  childDirectory(this: void): string;
}

export const { runTool, runToolSync, temporaryIn }: Omit<Tools, "childDirectory"> = node;
export const { childDirectory }: Pick<Tools, "childDirectory"> = directory;
