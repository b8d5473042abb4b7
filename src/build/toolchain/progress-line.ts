// One line on the terminal during a long build: it appears after a second, follows the steps and is erased at the end. It is not
// shown if the output is no terminal, or if colors and motion are turned off.

import type { BuildProgress } from "./build-request.js";
import { shown } from "./diagnostics.js";

/** Where the line is written: `process.stderr`, or a collector in a test. */
export interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Below this nobody wonders what takes so long. */
const quietMs = 1000;
const frameMs = 100;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Shows the steps of a build; `end` erases the line. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #latest: BuildProgress | undefined;
  #frame = 0;
  #isShown = false;

  constructor(terminal: Terminal = process.stderr) {
    this.#terminal = terminal;
  }

  /** The latest step. */
  report(progress: BuildProgress): void {
    this.#latest = progress;
    if (this.#timer !== undefined || !isWatched(this.#terminal)) return;
    this.#timer = setInterval(() => this.#draw(), frameMs);
    // A build that is forgotten must not keep the process alive.
    this.#timer.unref();
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#isShown) this.#terminal.write("\r\u001B[2K");
  }

  #draw(): void {
    if (this.#latest === undefined || performance.now() - this.#startedAt < quietMs) return;
    this.#isShown = true;
    const text = `${frames[this.#frame++ % frames.length]} ${describe(this.#latest)}`;
    this.#terminal.write(`\r\u001B[2K${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }
}

/** A step in words: "Building sum with nvcc (1 of 3): kernel.cu". */
function describe({ name, step, done, total, subject, tool }: BuildProgress): string {
  if (step === "wait") return `Waiting for ${name}, which another process builds`;
  const what = step === "link" ? "linking" : shown(subject);
  return `Building ${name} with ${tool} (${done + 1} of ${total}): ${what}`;
}

function isWatched(terminal: Terminal): boolean {
  const { NO_COLOR, TERM } = process.env;
  return terminal.isTTY === true && (NO_COLOR ?? "") === "" && TERM !== "dumb";
}
