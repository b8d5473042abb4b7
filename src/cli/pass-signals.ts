// Signals to a command that has started others: they end too, instead of going on without it.

import type { ChildProcess } from "node:child_process";

/** A terminal gives Ctrl-C to all processes in it; others, that do not come from there, are told after so long. */
const INTERRUPT_MS = 500;

/** From now on `children` end with this process; gives what takes that back. */
export function passSignals(children: readonly ChildProcess[]): () => void {
  const end = (): void => {
    for (const child of children) child.kill("SIGTERM");
  };
  const interrupt = (): void => {
    setTimeout(end, INTERRUPT_MS).unref();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", end);
  process.on("SIGHUP", end);
  return () => {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", end);
    process.off("SIGHUP", end);
  };
}
