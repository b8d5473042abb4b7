// Samples that are taken in a process of their own, one when asked for it, so that processes of different settings take turns.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Contender } from "../lib/measure.js";

type Question = "next" | "sample";
/** The name of the next contender, undefined behind the last one; or a time in nanoseconds. */
interface Answer {
  readonly value?: string | number;
}

/** The side that asks. */
export class SampleProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  /** Runs a module with an argument, which ends in `serve`. */
  constructor(url: string, argument: string, env: Readonly<Record<string, string>> = {}) {
    this.#child = fork(fileURLToPath(url), [argument], {
      execArgv: ["--import", "tsx"],
      env: { ...process.env, ...env },
    });
    this.#ended = once(this.#child, "exit").then(([code]) => {
      throw new Error(`a process of samples has ended with ${code}`);
    });
    this.#ended.catch(() => {});
  }

  /** Goes on to the next contender; undefined when there is none, and the process is over. */
  async next(): Promise<string | undefined> {
    const name = (await this.#ask("next")) as string | undefined;
    if (name === undefined) this.#child.disconnect();
    return name;
  }

  async sample(): Promise<number> {
    return (await this.#ask("sample")) as number;
  }

  async #ask(question: Question): Promise<Answer["value"]> {
    const answered = once(this.#child, "message") as Promise<[Answer]>;
    this.#child.send(question);
    const [{ value }] = await Promise.race([answered, this.#ended]);
    return value;
  }
}

/** The side that answers, until nobody asks any more. */
export async function serve(contenders: AsyncGenerator<Contender>): Promise<never> {
  process.once("disconnect", () => process.exit());
  let current: Contender | undefined;
  for (;;) {
    const [question] = (await once(process, "message")) as [Question];
    if (question === "next") current = (await contenders.next()).value as Contender | undefined;
    const value = question === "next" ? current?.name : await current?.sample();
    process.send?.(value === undefined ? {} : ({ value } satisfies Answer));
  }
}
