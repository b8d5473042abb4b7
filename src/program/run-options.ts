// Checks the options of `run` before a process is started. Otherwise mistakes in them would appear as errors of an unknown child
// process.

import type { StopSignal } from "../core/host-types.js";
import { ArgumentRangeError, ArgumentTypeError, CutsError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { statusOf } from "../host/files.js";
import { resolve } from "../host/paths.js";

/** How a program is run. */
export interface ProgramRunOptions {
  /** The contents of its standard input; empty by default. */
  readonly stdin?: string | Uint8Array;
  /**
   * With "inherit" it uses the streams of this process (and its standard input, unless `stdin` is given), and nothing is collected.
   */
  readonly stdio?: "collect" | "inherit";
  /** The time in milliseconds after which it is stopped. */
  readonly timeoutMs?: number;
  /** Its environment; that of this process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its current directory; that of this process by default. */
  readonly cwd?: string;
  /**
   * A file for a trace in Chrome's format, written when the program ends; Perfetto opens it. It has a row for each stream and a bar
   * for each kernel and copy. Not together with `check` or `profile`.
   */
  readonly trace?: string;
  /** Stops it when aborted. `run` then rejects with the signal's reason once the program has ended. */
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

/** The longest delay of Node's timers; a longer one would fire at once. */
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
