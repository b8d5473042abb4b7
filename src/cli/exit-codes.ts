// How commands end. docs/exit-codes.md lists it for users. Commands that run a program end with its exit code.

/** The exit codes of commands. */
export const exitCodes = {
  /** What was asked for was done, and there is nothing to tell. */
  ok: 0,
  /** It was done, and something was found: a report, a type that is out of date, a part that does not work. */
  found: 1,
  /** It was not done: a wrong option, a wrong input, an error. */
  notDone: 2,
  /** A program was stopped by --timeout, as timeout(1) tells it. */
  timedOut: 124,
  /** There is no such program, as a shell tells it. */
  noProgram: 127,
} as const;
