// A process that runs the code blocks of pages one by one (run-blocks.mjs), and what each of them printed.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a program printed. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

const program = fileURLToPath(new URL("run-blocks.mjs", import.meta.url));
const mark = "\u0000end\n";

/** Runs programs in one process; if one of them ends it, the next one gets a new process. */
export class BlockRunner {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcessWithoutNullStreams | undefined;
  #stdout = "";
  #stderr = "";
  #onNews = (): void => {};

  constructor(folder: string, environment: Readonly<Record<string, string>> = {}) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Runs one program. One at a time. */
  async run(path: string): Promise<Output> {
    const child = (this.#child ??= this.#start());
    child.stdin.write(`${path}\n`);
    while (!this.#stdout.includes(mark) || !this.#stderr.includes(mark)) {
      if (child.exitCode !== null || child.signalCode !== null) {
        this.#child = undefined;
        return { stdout: this.#take("stdout"), stderr: `${this.#take("stderr")}the process has ended` };
      }
      await new Promise<void>((resolve) => {
        this.#onNews = resolve;
      });
    }
    return { stdout: this.#take("stdout"), stderr: this.#take("stderr") };
  }

  /** Ends the process at once; the program that runs counts as one that has ended it. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  /** Ends the process; what it still has to say, errors that nobody saw for one, is what it prints now. */
  async end(): Promise<Output> {
    const child = this.#child;
    if (child === undefined) return { stdout: "", stderr: "" };
    this.#child = undefined;
    child.stdin.end();
    await once(child, "close");
    return { stdout: this.#take("stdout"), stderr: this.#take("stderr") };
  }

  #start(): ChildProcessWithoutNullStreams {
    const env = { ...process.env, NO_COLOR: "1", ...this.#environment };
    const child = spawn(process.execPath, [program], { cwd: this.#folder, env });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
      this.#onNews();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
      this.#onNews();
    });
    child.on("close", () => this.#onNews());
    return child;
  }

  #take(stream: "stdout" | "stderr"): string {
    const text = stream === "stdout" ? this.#stdout : this.#stderr;
    const [taken = "", ...rest] = text.split(mark);
    if (stream === "stdout") this.#stdout = rest.join(mark);
    else this.#stderr = rest.join(mark);
    return taken;
  }
}
