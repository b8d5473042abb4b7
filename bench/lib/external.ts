// Contenders in another language: a program that is started once and told when to take a sample, so that it takes its
// turns with the others. It prints "ready <what it is>", then for each line it reads the nanoseconds of one operation.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Contender } from "./measure.js";

/** A contender in a process of its own. */
export interface ExternalContender extends Contender {
  /** What the program said of itself: versions. */
  readonly description: string;
  /** Sends one line and gives the line that comes back, for programs that understand more than "sample". */
  ask(request: string): Promise<string>;
  stop(): void;
}

/** How a contender is started. */
export interface ExternalOptions {
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether what it writes to stderr is seen: for one that must run. */
  readonly showErrors?: boolean;
}

/** Starts a contender; undefined where it does not get ready. */
export async function external(
  name: string,
  command: string,
  args: readonly string[],
  options: ExternalOptions = {},
): Promise<ExternalContender | undefined> {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", options.showErrors === true ? "inherit" : "ignore"],
    env: { ...process.env, ...options.environment },
  });
  const failed = new Promise<undefined>((resolve) => {
    child.once("error", () => resolve(undefined));
    child.once("exit", () => resolve(undefined));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await Promise.race([lines.next(), failed]);
  if (first === undefined || first.done === true || !first.value.startsWith("ready ")) return undefined;
  const ask = async (request: string): Promise<string> => {
    child.stdin.write(`${request}\n`);
    const line = await lines.next();
    if (line.done === true) throw new Error(`${name} ended before the benchmark did`);
    return line.value;
  };
  return {
    name,
    description: first.value.slice("ready ".length),
    ask,
    sample: async () => Number(await ask("sample")),
    stop: () => child.stdin.end(),
  };
}
