// What `run` is given, checked before a process is started: what is wrong here would come back as the error of a process
// that nobody has heard of.

import type { StopSignal } from "../core/host-types.js";
import { ArgumentRangeError, ArgumentTypeError, CutsError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { statusOf } from "../host/files.js";
import { resolve } from "../host/paths.js";

/** How a program is run. */
export interface ProgramRunOptions {
  /** What it reads from standard input; nothing by default. */
  readonly stdin?: string | Uint8Array;
  /** `"inherit"`: its streams are those of this process, standard input too unless given, and nothing is collected. */
  readonly stdio?: "collect" | "inherit";
  /** Longer than this and it is stopped. */
  readonly timeoutMs?: number;
  /** Its environment; that of this process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its current directory; that of this process by default. */
  readonly cwd?: string;
  /**
   * A file that gets a trace in Chrome's format when the program ends, which Perfetto opens: a row for each stream, a bar for each
   * kernel and copy. The program must not be checked or profiled.
   */
  readonly trace?: string;
  /** Stops it: `run` rejects with the signal's reason, when the program is gone. */
  readonly signal?: StopSignal;
}

/** @throws TypeError or RangeError `CUTS_PROGRAM_ARGUMENT`. */
export function checkRun(args: readonly string[], options: ProgramRunOptions): void {
  if (!Array.isArray(args) || !args.every(isWord))
    throw wrong("arguments must be a list of strings without NUL", args);
  const { stdin, stdio, timeoutMs, cwd, signal, trace } = options;
  if (stdin !== undefined && typeof stdin !== "string" && !(stdin instanceof Uint8Array))
    throw wrong("stdin must be a string or a Uint8Array", stdin);
  if (stdio !== undefined && stdio !== "collect" && stdio !== "inherit")
    throw wrong('stdio must be "collect" or "inherit"', stdio);
  if (timeoutMs !== undefined && typeof timeoutMs !== "number")
    throw wrong("timeoutMs must be a number of milliseconds", timeoutMs);
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS))
    throw new ArgumentRangeError(
      "CUTS_PROGRAM_ARGUMENT",
      `Cannot run a program: timeoutMs must be above 0 and at most ${MAX_TIMER_MS} (got ${formatValue(timeoutMs)})`,
    );
  if (trace !== undefined && (typeof trace !== "string" || trace === ""))
    throw wrong("trace must be the name of a file", trace);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw wrong("signal must be an AbortSignal", signal);
  if (cwd !== undefined && !isFolder(cwd)) throw wrong("cwd must be a folder that is there", cwd);
  const current = resolve(".");
  if (cwd === undefined && !isFolder(current))
    throw new CutsError(
      "CUTS_PROGRAM_ARGUMENT",
      `Cannot run a program: the current directory was removed (got ${formatValue(current)})\nTry: { cwd }, a folder that is there`,
    );
}

/** Node's timers end at once when they are set to more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function isWord(value: unknown): boolean {
  return typeof value === "string" && !value.includes("\0");
}

function isFolder(path: unknown): boolean {
  return typeof path === "string" && statusOf(path)?.isDirectory() === true;
}

function wrong(rule: string, got: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_PROGRAM_ARGUMENT",
    `Cannot run a program: ${rule} (got ${formatValue(got)})`,
  );
}
