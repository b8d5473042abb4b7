// Starts a program in a process of its own and waits for its end. However it ends, nothing of it stays behind: a time
// limit kills it, a signal, and the end of this process or thread, which closes the pipe that is its descriptor 3.
import type { SpawnOptions } from "node:child_process";
import type { Writable } from "node:stream";
import { programArguments } from "../host/assets.js";
import type { ParentBoundCommand } from "../host/node/parent-bound-command.js";
import { type ProgramCode, toBytes } from "./program-code.js";

/** What the process of a program is told. */
export interface ProgramMessage {
  readonly code: ProgramCode;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The process that runs it. */
  readonly parent: number;
  readonly observe: Observation | undefined;
  /** How much memory it may have; undefined for what all have. */
  readonly memoryBytes: number | undefined;
}

/**
 * A file that the process of a program writes when it ends: what was counted in its kernels, a trace; on a GPU the work it gave, a
 * line for each.
 */
export interface Observation {
  readonly what: "profile" | "trace" | "work";
  readonly file: string;
}

/** Where a program's streams go: to those of this process, or into the result. */
export interface ProcessSetup {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** What the program reads; undefined for the standard input of this process. */
  readonly stdin: string | Uint8Array | undefined;
  readonly output: "inherit" | "collect";
  readonly observe?: Observation | undefined;
}

/** Where a program on the cpu device was when its time was over. */
export interface ProgramPlace {
  /** Whether it waited for the device. */
  readonly isAtDevice: boolean;
  /** The last kernel that it launched, by its symbol. */
  readonly kernel?: string;
}

/** How the process ended. */
export interface ProcessEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
  /** Of a program that was stopped by its time limit, where it can be told. */
  readonly place?: ProgramPlace;
}

/** Exit code of a program that was stopped by its time limit, as timeout(1) gives it. */
const TIMED_OUT = 124;
/** How long a program may take to tell where it is. */
const ANSWER_MS = 1000;
/** Kilobytes; host code recurses on the stack of the thread. */
const STACK_SIZE = process.platform === "win32" ? 900 : 7000;
// A function that runs for seconds is in V8's first, slow code until it is called again, and host code calls much only once: main,
// what checks the results. So each function gets its fast code when it is first called.
const ENGINE_ARGS = [`--stack-size=${STACK_SIZE}`, "--no-liftoff"];
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

/** Runs a program on the cpu device. */
export function runCpuProcess(
  code: ProgramCode,
  args: readonly string[],
  setup: ProcessSetup,
  memoryBytes?: number,
): Promise<ProcessEnd> {
  const { environment, observe } = setup;
  const parent = process.pid;
  const message = toBytes({
    code,
    args,
    environment,
    parent,
    observe,
    memoryBytes,
  } satisfies ProgramMessage);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(message.length);
  return runProcess(setup, {
    path: process.execPath,
    args: [...ENGINE_ARGS, ...programArguments("program/program-main.ts")],
    started: (pipe) => {
      // A program that ends at once may not read all of it. The pipe stays open: its end is the end of this process.
      pipe.on("error", () => {});
      pipe.write(size);
      pipe.write(message);
    },
    isAsked: true,
  });
}

/** What is run, and what is done with the pipe that is its descriptor 3. */
export interface Command extends ParentBoundCommand {
  /** Whether it tells by that pipe where it is, and ends, when it gets a byte more. */
  readonly isAsked?: boolean;
  started?(pipe: Writable): void;
  ended?(pipe: Writable): void;
}

/** Runs any command as a program. @throws the reason of the signal, once the program is gone. */
export function runProcess(setup: ProcessSetup, command: Command): Promise<ProcessEnd> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { signal } = setup;
  const stdin = setup.stdin === undefined ? "inherit" : "pipe";
  const output = setup.output === "inherit" ? "inherit" : "pipe";
  const options: SpawnOptions = {
    cwd: setup.directory,
    // Loaders and debuggers meant for this process.
    env: { ...setup.environment, NODE_OPTIONS: "" },
    stdio: [stdin, output, output, "pipe"],
  };
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(command.path, [...command.args], options);
    const pipe = child.stdio[3] as Writable;
    let isTimedOut = false;
    let place = "";
    const kill = (): void => void child.kill("SIGKILL");
    const stop = (): void => {
      isTimedOut = true;
      if (command.isAsked !== true) {
        kill();
        return;
      }
      child.stdio[3]?.on("data", (chunk: Buffer) => (place += chunk.toString()));
      pipe.write("?");
      timer = setTimeout(kill, ANSWER_MS);
    };
    let timer = setup.timeoutMs === undefined ? undefined : setTimeout(stop, setup.timeoutMs);
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
    child.once("exit", () => command.ended?.(pipe));
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
        ...placeIn(place),
      });
    });
    if (setup.stdin !== undefined) {
      child.stdin?.on("error", () => {});
      child.stdin?.end(setup.stdin);
    }
    command.started?.(pipe);
  });
}

// An answer that was cut off says nothing.
function placeIn(answer: string): Pick<ProcessEnd, "place"> {
  try {
    return { place: JSON.parse(answer) as ProgramPlace };
  } catch {
    return {};
  }
}
