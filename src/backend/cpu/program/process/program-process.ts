// Starts a program in a process of its own and waits for its end. However it ends, nothing of it stays behind: a time
// limit kills it, a signal, and the end of this process or thread, which closes the pipe that is its descriptor 3.

import { platform } from "../../../../host/environment.js";
import { processId } from "../../../../host/own-process.js";
import { runOwnProgram } from "../../../../host/processes.js";
import { toBytes } from "../../../../host/serialization.js";
import type { ProgramExit, ProgramStart } from "../../../../host/shapes.js";
import type { ProgramCode } from "../compile/program-code.js";

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

/** How a program is run. */
export interface ProcessSetup extends ProgramStart {
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
export interface ProcessEnd extends Omit<ProgramExit, "answer"> {
  /** Of a program that was stopped by its time limit, where it can be told. */
  readonly place?: ProgramPlace;
}

/** Kilobytes; host code recurses on the stack of the thread. */
const STACK_SIZE = platform === "win32" ? 900 : 7000;
// A function that runs for seconds is in V8's first, slow code until it is called again, and host code calls much only once: main,
// what checks the results. So each function gets its fast code when it is first called.
const ENGINE_OPTIONS = [`--stack-size=${STACK_SIZE}`, "--no-liftoff"];

/** Runs a program on the cpu device. */
export async function runCpuProcess(
  code: ProgramCode,
  args: readonly string[],
  setup: ProcessSetup,
  memoryBytes?: number,
): Promise<ProcessEnd> {
  const { environment, observe } = setup;
  const message = toBytes({
    code,
    args,
    environment,
    parent: processId,
    observe,
    memoryBytes,
  } satisfies ProgramMessage);
  const { answer, ...end } = await runOwnProgram(
    setup,
    "backend/cpu/program/process/program-main.ts",
    ENGINE_OPTIONS,
    message,
  );
  return { ...end, ...placeIn(answer) };
}

// An answer that was cut off says nothing.
function placeIn(answer: string): Pick<ProcessEnd, "place"> {
  try {
    return { place: JSON.parse(answer) as ProgramPlace };
  } catch {
    return {};
  }
}
