// Commands that end with this process: however it ends, be it by SIGKILL, nothing that it started goes on. The system has
// no such tie for programs that are not ours, so a shell holds the other end of a pipe on descriptor 3, which is closed
// with this process (or with the thread of it that started the command), and kills what it has started when that happens.

/** What to spawn, with `"pipe"` as its descriptor 3. */
export interface TiedCommand {
  readonly path: string;
  readonly args: readonly string[];
}

/** Runs the tool, with all that it starts, in the process group that the shell leads. */
const TOOL = `
  "$@" 3<&- & tool=$!
  (read -r end; kill -KILL 0) <&3 3<&- >/dev/null 2>&1 & watcher=$!
  wait $tool; status=$?
  kill -KILL $watcher
  exit $status`;

/** Becomes the program. The watcher is no child of it, and hears a line when there is nothing to be killed any more. */
const PROGRAM = `
  ( (read -r end || kill -KILL $$) <&3 3<&- >/dev/null 2>&1 & )
  exec "$@" 3<&-`;

// On Windows the system ends the children of Node's processes with them.
const hasShell = process.platform !== "win32";

/**
 * A tool that starts others, such as a compiler, and asks nobody: it is to be spawned `detached`. Its exit status is the
 * shell's: 128 and more after a signal.
 */
export function tiedTool(path: string, args: readonly string[]): TiedCommand {
  return hasShell ? { path: "/bin/sh", args: ["-c", TOOL, "cuts", path, ...args] } : { path, args };
}

/** A program that keeps its process id, its streams and its terminal. Call {@link untie} when it has ended. */
export function tiedProgram(path: string, args: readonly string[]): TiedCommand {
  return hasShell ? { path: "/bin/sh", args: ["-c", PROGRAM, "cuts", path, ...args] } : { path, args };
}

/** Tells the watcher of a program that it has ended, by what this process has as descriptor 3 of it. */
export function untie(pipe: NodeJS.WritableStream): void {
  pipe.on("error", () => {});
  pipe.end("\n");
}
