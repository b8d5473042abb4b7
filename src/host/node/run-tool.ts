// Runs compilers and similar tools to their end and collects their output. Arguments are never interpreted by a shell, a tool has
// no terminal, and it never outlives this process.

import type { ChildProcess } from "node:child_process";
import { accessSync, constants } from "node:fs";
import type { ToolEnd, ToolOptions } from "../shapes.js";
import { childDirectory } from "./child-directory.js";
import { parentBoundTool } from "./parent-bound-command.js";

/** The most output that is kept of each stream. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** The exit status of a shell whose child was killed. */
const KILLED = 137;

/** Runs the program at a path. @throws Error of the system when it cannot be started. */
export async function runTool(
  path: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ToolEnd> {
  checkProgram(path);
  const { spawn } = childProcesses();
  const command = parentBoundTool(path, args);
  return new Promise((resolve, reject) => {
    const child = spawn(command.path, [...command.args], spawnOptions(options));
    let isTimedOut = false;
    const { timeoutMs } = options;
    const stop = (): void => {
      isTimedOut = true;
      stopTool(child);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("close", (status) => {
      clearTimeout(timer);
      resolve({ status: status ?? KILLED, stdout: stdout(), stderr: stderr(), isTimedOut });
    });
  });
}

/** The same, synchronously and without a time limit. */
export function runToolSync(
  path: string,
  args: readonly string[],
  options: Omit<ToolOptions, "timeoutMs"> = {},
): ToolEnd {
  checkProgram(path);
  const command = parentBoundTool(path, args);
  const { status, stdout, stderr, error } = childProcesses().spawnSync(command.path, [...command.args], {
    ...spawnOptions(options),
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (error !== undefined) throw error;
  return { status: status ?? KILLED, stdout, stderr, isTimedOut: false };
}

/** Environment variables that make tools write their temporary files into `folder`, for all systems. */
export function temporaryIn(folder: string): Readonly<Record<string, string>> {
  return { TMPDIR: folder, TMP: folder, TEMP: folder };
}

function spawnOptions({ cwd, env }: ToolOptions) {
  return {
    cwd: cwd ?? childDirectory(),
    env: { ...(env ?? process.env) },
    stdio: ["ignore", "pipe", "pipe", "pipe"] as ["ignore", "pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  };
}

// Otherwise the shell would report this in its own words.
function checkProgram(path: string): void {
  accessSync(path, constants.X_OK);
}

/** Kills a tool and everything it has started, and closes its streams, which other processes may hold. */
function stopTool(child: ChildProcess): void {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // The tool has ended in the meantime.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (byteLength < MAX_OUTPUT_BYTES) chunks.push(chunk);
    byteLength += chunk.length;
  });
  return () => Buffer.concat(chunks).toString();
}

// Loaded lazily, because it is slow to load and most programs never need it.
const childProcesses = () => process.getBuiltinModule("node:child_process");
