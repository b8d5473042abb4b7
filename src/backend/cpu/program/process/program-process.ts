// Starts a program in a process of its own and waits for its end. However it ends, nothing of it stays behind: a time
// limit kills it, a signal, and the end of this process or thread, which closes the pipe that is its descriptor 3.

import type { ProfiledLaunch } from "../../../../core/kernel-profile.js";
import { platform } from "../../../../host/environment.js";
import { isThere, makeTemporaryFolder, readText, remove } from "../../../../host/files.js";
import { processId } from "../../../../host/own-process.js";
import { join } from "../../../../host/paths.js";
import { runOwnProgram } from "../../../../host/processes.js";
import { toBytes } from "../../../../host/serialization.js";
import type { Watch } from "../../../backend.js";
import type { ProgramEnd, ProgramPlace, ProgramRun } from "../../../port/programs.js";
import type { ProgramCode } from "../compile/program-code.js";

/** What the process of a program gets at its start. */
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

/** A file that the process of a program writes when it ends: what was counted in its kernels, or a trace. */
interface Observation {
  readonly what: "profile" | "trace";
  readonly file: string;
}

/** What a compiled program is run with. */
interface CpuProcessOptions {
  readonly watch: Watch | undefined;
  readonly memoryBytes: number | undefined;
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
  run: ProgramRun,
  { watch, memoryBytes }: CpuProcessOptions,
): Promise<ProgramEnd> {
  const environment = watch === "check" ? { ...run.environment, CUTS_CHECK: "1" } : run.environment;
  const start = async (observe: Observation | undefined): Promise<ProgramEnd> => {
    const message: ProgramMessage = { code, args, environment, parent: processId, observe, memoryBytes };
    const path = "backend/cpu/program/process/program-main.ts";
    const { answer, ...end } = await runOwnProgram(
      { ...run, environment },
      path,
      ENGINE_OPTIONS,
      toBytes(message),
    );
    return { ...end, ...placeIn(answer) };
  };
  if (watch !== "profile")
    return start(run.trace === undefined ? undefined : { what: "trace", file: run.trace });
  const folder = makeTemporaryFolder("cuts-observe-");
  try {
    const file = join(folder, "profile.json");
    const end = await start({ what: "profile", file });
    return isThere(file) ? { ...end, profiles: JSON.parse(readText(file)) as ProfiledLaunch[] } : end;
  } finally {
    remove(folder);
  }
}

// An answer that was cut off says nothing.
function placeIn(answer: string): Pick<ProgramEnd, "place"> {
  try {
    return { place: JSON.parse(answer) as ProgramPlace };
  } catch {
    return {};
  }
}
