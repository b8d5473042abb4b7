// Helper processes in Node. Node's modules are loaded lazily, because they are slow to load and seldom needed.

import type { ForkOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Helper, HelperEvents, WorkerEnd } from "../shapes.js";
import { childDirectory, homeDirectory } from "./child-directory.js";
import { programArguments } from "./package-files.js";
import { isMainThread } from "./threads.js";

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Used in worker threads only. When a worker thread ends, nobody waits for its child processes any more, and they would stay
 * zombies until the process ends. So a shell starts the helper and exits: the helper becomes a child of the system, and ends when
 * its channel closes.
 */
const SHELL = "/bin/sh";

export function startHelper(
  program: URL,
  args: readonly string[],
  engineOptions: readonly string[],
  events: HelperEvents,
): Helper {
  const { fork } = process.getBuiltinModule("node:child_process");
  const isOrphan = !isMainThread() && existsSync(SHELL);
  const inShell: ForkOptions = {
    execPath: SHELL,
    execArgv: ["-c", '"$@" &', "cuts", process.execPath, ...engineOptions],
  };
  const child = fork(fileURLToPath(program), isOrphan ? [...args] : [...args, String(process.pid)], {
    execArgv: [...engineOptions],
    ...(isOrphan && inShell),
    cwd: homeDirectory(),
    // Without the loaders and debuggers of the parent.
    env: { ...process.env, NODE_OPTIONS: "" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child.on("message", (message) => events.message(message));
  child.on("error", (error) => events.failed(error.message));
  child.on(isOrphan ? "disconnect" : "exit", (code?: number, signal?: string) => {
    events.ended(signal ?? (code === undefined ? "an unknown status" : `status ${code}`));
  });
  child.stderr?.on("data", (chunk: Buffer) => events.said(chunk.toString()));
  child.unref();
  child.channel?.unref();
  // A pipe is a socket underneath, which the type of stdio streams does not say.
  (child.stderr as unknown as { unref(): void } | null)?.unref();
  return {
    processId: isOrphan ? undefined : child.pid,
    send: (message, failed) => {
      child.send(message as object, (error) => {
        if (error !== null) failed(error.message);
      });
    },
    hold: () => child.channel?.ref(),
    release: () => child.channel?.unref(),
    stop: () => {
      if (!isOrphan) child.kill("SIGKILL");
      else if (child.connected) child.disconnect();
    },
  };
}

export function runWorkerSync(program: string, input: string): WorkerEnd {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout, stderr, error, status, signal } = spawnSync(process.execPath, programArguments(program), {
    cwd: childDirectory(),
    input,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const ended = status === 0 ? undefined : `it ended with ${signal ?? `status ${status}`}`;
  return {
    output: stdout,
    said: stderr?.toString().trim() ?? "",
    failure: error?.message ?? ended,
    cause: error,
  };
}

export function readInput(): Promise<string> {
  return process.getBuiltinModule("node:stream/consumers").text(process.stdin);
}
