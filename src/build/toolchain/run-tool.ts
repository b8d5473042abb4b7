// Runs a compiler or linker with a list of arguments, never through a shell, and collects its output. All builds of this process
// together run at most one tool per processor.

import { processState } from "../../core/process-state.js";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { childDirectory } from "../../host/tools.js";
import { runTool as run, temporaryIn } from "../../host/tools.js";

/** The output of a tool, and how it ended. */
export interface ToolOutcome {
  readonly ok: boolean;
  /** Standard output and error together, trimmed. */
  readonly log: string;
}

/**
 * Runs a tool to its end.
 * @param folder for temporary files: what a tool that is killed leaves there goes with it.
 * @throws Error when it cannot be started at all.
 */
export async function runTool(
  path: string,
  args: readonly string[],
  directory: string,
  folder: string,
): Promise<ToolOutcome> {
  return inSlot(async () => {
    // Messages are parsed, so they must be in English.
    const env = { ...process.env, ...temporaryIn(folder), LC_ALL: "C" };
    // Sources go by absolute paths and are built also where the current directory was removed.
    const cwd = existsSync(directory) ? directory : childDirectory();
    const { status, stdout, stderr } = await run(path, args, { cwd, env });
    const log = `${stdout}${stderr}`.trim();
    return { ok: status === 0, log: status === 0 || log !== "" ? log : `${path} ended with ${status}` };
  });
}

const state = processState(() => ({ running: 0, waiting: [] as (() => void)[] }));

async function inSlot<T>(action: () => Promise<T>): Promise<T> {
  if (state.running >= Math.max(1, availableParallelism())) {
    // The place goes to the next one without becoming free in between.
    await new Promise<void>((resolve) => state.waiting.push(resolve));
  } else state.running++;
  try {
    return await action();
  } finally {
    const next = state.waiting.shift();
    if (next === undefined) state.running--;
    else next();
  }
}
