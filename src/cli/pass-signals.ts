// Forwards signals to the processes that a command has started, so that they end with it.

import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

/** A terminal gives Ctrl-C to all processes in it; others, that do not come from there, are told after so long. */
const INTERRUPT_MS = 500;
/** How long a process has to clean up. */
const GRACE_MS = 5000;

/** The state of forwarding signals. */
export interface PassedSignals {
  /** That of a process which a signal has ended, where one came; undefined before. */
  readonly exitCode: number | undefined;
  /** Signals are no longer passed on. */
  stop(): void;
}

/** Ends `children` by `end` when this process gets a signal. */
export function passSignals(
  children: readonly ChildProcess[],
  end: (children: readonly ChildProcess[]) => void,
): PassedSignals {
  let exitCode: number | undefined;
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const pass = (signal: NodeJS.Signals): void => {
    exitCode ??= codeOfSignal(signal);
    if (signal === "SIGINT") setTimeout(() => end(children), INTERRUPT_MS).unref();
    else end(children);
  };
  for (const signal of signals) process.on(signal, pass);
  return {
    get exitCode() {
      return exitCode;
    },
    stop: () => {
      for (const signal of signals) process.off(signal, pass);
    },
  };
}

/** Asks processes to end, and does not enforce it. */
export function askToEnd(children: readonly ChildProcess[]): void {
  for (const child of children) child.kill("SIGTERM");
}

/** Asks processes to end, and kills those that do not. */
export function endAll(children: readonly ChildProcess[]): void {
  askToEnd(children);
  setTimeout(() => {
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    }
  }, GRACE_MS).unref();
}

/** The exit code that a shell reports for a process that a signal ended. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
