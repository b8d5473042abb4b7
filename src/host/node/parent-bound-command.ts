// Commands that end when this process ends, even by SIGKILL. Only Windows ties a child process to its parent, so elsewhere a shell
// runs the command and reads descriptor 3, a pipe from this process. The pipe closes when this process (or the thread that started
// the command) is gone, and the shell then kills everything it has started.

/** A command to spawn with `"pipe"` as its descriptor 3. */
export interface ParentBoundCommand {
  readonly path: string;
  readonly args: readonly string[];
}

/** The shell script for a tool. The tool and its children are in the shell's process group. */
const TOOL = `
  "$@" 3<&- & tool=$!
  (read -r end; kill -KILL 0) <&3 3<&- >/dev/null 2>&1 & watcher=$!
  wait $tool; status=$?
  kill -KILL $watcher
  exit $status`;

/**
 * The shell script for a program, which replaces the shell. The watcher is not a child of the program. It stops when it reads a
 * line, because the program has ended.
 */
const PROGRAM = `
  ( (read -r end || kill -KILL $$) <&3 3<&- >/dev/null 2>&1 & )
  exec "$@" 3<&-`;

// On Windows the system ends the children of Node's processes with them.
const hasShell = process.platform !== "win32";

/**
 * A command for a tool, such as a compiler, that starts other processes and is not interactive. Spawn it `detached`. The exit
 * status is the shell's: 128 and more after a signal.
 */
export function parentBoundTool(path: string, args: readonly string[]): ParentBoundCommand {
  return hasShell ? { path: "/bin/sh", args: ["-c", TOOL, "cuts", path, ...args] } : { path, args };
}

/** A command for a program, which keeps its process id, streams and terminal. Call {@link programHasEnded} when it has ended. */
export function parentBoundProgram(path: string, args: readonly string[]): ParentBoundCommand {
  return hasShell ? { path: "/bin/sh", args: ["-c", PROGRAM, "cuts", path, ...args] } : { path, args };
}

/** Tells the watcher that its program has ended; `pipe` is the other end of descriptor 3. */
export function programHasEnded(pipe: NodeJS.WritableStream): void {
  pipe.on("error", () => {});
  pipe.end("\n");
}
