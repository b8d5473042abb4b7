// Commands that end when this process ends, however it ends, SIGKILL included. No operating system but Windows ties a child
// to its parent, so a shell runs the command and reads descriptor 3, a pipe from this process. The pipe closes when this
// process (or the thread that started the command) is gone, and the shell then kills what it has started.

/** What to spawn, with `"pipe"` as its descriptor 3. */
export interface ParentBoundCommand {
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
export function parentBoundTool(path: string, args: readonly string[]): ParentBoundCommand {
  return hasShell ? { path: "/bin/sh", args: ["-c", TOOL, "cuts", path, ...args] } : { path, args };
}

/** A program that keeps its process id, its streams and its terminal. Call {@link programHasEnded} when it has ended. */
export function parentBoundProgram(path: string, args: readonly string[]): ParentBoundCommand {
  return hasShell ? { path: "/bin/sh", args: ["-c", PROGRAM, "cuts", path, ...args] } : { path, args };
}

/** Tells the watcher of a program that it has ended, by what this process has as descriptor 3 of it. */
export function programHasEnded(pipe: NodeJS.WritableStream): void {
  pipe.on("error", () => {});
  pipe.end("\n");
}
