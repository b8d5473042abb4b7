// Programs in their own processes, in Node. A program detects the end of this process or thread because its descriptor 3, a pipe,
// closes then.

import type { SpawnOptions } from "node:child_process";
import type { Writable } from "node:stream";
import type { ProgramExit, ProgramStart } from "../shapes.js";
import { programArguments } from "./package-files.js";
import { type ParentBoundCommand, parentBoundProgram, programHasEnded } from "./parent-bound-command.js";

/** The exit code of a program that was stopped by its time limit, the same as timeout(1) uses. */
const TIMED_OUT = 124;
/** How long a program may take to answer where it is, after its time limit. */
const ANSWER_MS = 1000;
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};

/** A command, with callbacks for the pipe that is its descriptor 3. */
interface Command extends ParentBoundCommand {
  /** Whether it answers a further byte in that pipe with where it is, and then ends. */
  readonly isAsked: boolean;
  started(pipe: Writable): void;
  ended(pipe: Writable): void;
}

export function runExecutable(
  start: ProgramStart,
  path: string,
  args: readonly string[],
): Promise<ProgramExit> {
  return run(start, {
    ...parentBoundProgram(path, args),
    isAsked: false,
    started: () => {},
    ended: programHasEnded,
  });
}

export function runOwnProgram(
  start: ProgramStart,
  program: string,
  engineOptions: readonly string[],
  message: Uint8Array,
): Promise<ProgramExit> {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, message.length, true);
  return run(start, {
    path: process.execPath,
    args: [...engineOptions, ...programArguments(program)],
    isAsked: true,
    started: (pipe) => {
      // A program that ends at once may not read the whole message. The pipe stays open, because its end means the end of this
      // process.
      pipe.on("error", () => {});
      pipe.write(size);
      pipe.write(message);
    },
    ended: () => {},
  });
}

function run(start: ProgramStart, command: Command): Promise<ProgramExit> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { signal } = start;
  const stdin = start.stdin === undefined ? "inherit" : "pipe";
  const output = start.output === "inherit" ? "inherit" : "pipe";
  const options: SpawnOptions = {
    cwd: start.directory,
    // Without the loaders and debuggers of this process.
    env: { ...start.environment, NODE_OPTIONS: "" },
    stdio: [stdin, output, output, "pipe"],
  };
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command.path, [...command.args], options);
    const pipe = child.stdio[3] as Writable;
    let isTimedOut = false;
    let answer = "";
    const kill = (): void => void child.kill("SIGKILL");
    const stop = (): void => {
      isTimedOut = true;
      if (!command.isAsked) {
        kill();
        return;
      }
      child.stdio[3]?.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      pipe.write("?");
      timer = setTimeout(kill, ANSWER_MS);
    };
    let timer = start.timeoutMs === undefined ? undefined : setTimeout(stop, start.timeoutMs);
    signal?.addEventListener("abort", kill);
    const collected = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.on("data", (chunk: Buffer) => collected[name].push(chunk));
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", kill);
    };
    child.once("error", (error) => {
      done();
      reject(error);
    });
    child.once("exit", () => command.ended(pipe));
    child.once("close", (status, killer) => {
      done();
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      resolve({
        exitCode: isTimedOut ? TIMED_OUT : (status ?? 128 + (SIGNALS[killer ?? ""] ?? 0)),
        stdout: Buffer.concat(collected.stdout).toString(),
        stderr: Buffer.concat(collected.stderr).toString(),
        isTimedOut,
        answer,
      });
    });
    if (start.stdin !== undefined) {
      child.stdin?.on("error", () => {});
      child.stdin?.end(start.stdin);
    }
    command.started(pipe);
  });
}
