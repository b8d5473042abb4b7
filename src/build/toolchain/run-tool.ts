// Starts a compiler or linker with a list of arguments, never through a shell, and collects what it says. At most as many
// run at once as there are processors, over all builds of this process.

import { availableParallelism } from "node:os";

/** What a tool said and how it ended. */
export interface ToolOutcome {
  readonly ok: boolean;
  /** Standard output and error together, trimmed. */
  readonly log: string;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a tool to its end. @throws Error when it cannot be started at all. */
export async function runTool(
  path: string,
  args: readonly string[],
  directory: string,
): Promise<ToolOutcome> {
  return inSlot(
    () =>
      new Promise<ToolOutcome>((resolve, reject) => {
        // Messages are parsed, so they must be in English.
        const env = { ...process.env, LC_ALL: "C" };
        const options = { cwd: directory, env, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true };
        const done = (error: Error | null, stdout: string, stderr: string): void => {
          const log = `${stdout}${stderr}`.trim();
          if (error === null) resolve({ ok: true, log });
          else if ("code" in error && typeof error.code === "string") reject(error);
          else resolve({ ok: false, log: log === "" ? error.message : log });
        };
        process.getBuiltinModule("node:child_process").execFile(path, [...args], options, done);
      }),
  );
}

let running = 0;
const waiting: (() => void)[] = [];

async function inSlot<T>(action: () => Promise<T>): Promise<T> {
  if (running >= Math.max(1, availableParallelism())) {
    // The place goes to the next one without becoming free in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await action();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
