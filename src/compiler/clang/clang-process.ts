// One compiler child process: started on the first request, kept warm, and replaced after a crash or a time-out. It runs
// one request at a time; who has several queues them (clang.ts). An idle child never keeps the parent alive.
import type { ChildProcess, ForkOptions } from "node:child_process";
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { homeDirectory } from "../../host/node/child-directory.js";
import { CutsError, type ErrorCode } from "../../core/errors.js";
import { programUrl } from "../../host/assets.js";
import { compilerPackage } from "./package.js";
import type { CompilerProcess, Work } from "./compiler-process.js";
import type { Reply, Request } from "./protocol.js";
import { mapResidents, ToldFiles } from "./resident-files.js";

/** V8 takes 20 s to optimise all of clang and seconds to optimise what runs; its baseline compiler is fast enough. */
const EXEC_ARGV = ["--liftoff-only"];
const STDERR_LIMIT = 4000;
/**
 * A worker thread may end at any time, and nobody hears of the end of its children after that: they would stay as zombies until the
 * process ends. So there a shell starts the compiler and ends; the compiler is the system's child, and ends by its channel.
 */
const SHELL = "/bin/sh";
const inShell: ForkOptions = {
  execPath: SHELL,
  execArgv: ["-c", '"$@" &', "cuts", process.execPath, ...EXEC_ARGV],
};
/** Who kills processes that nobody knows of. */
const OUT_OF_MEMORY =
  "Try: again with more memory free; the system kills processes when it has none left, and this one needs about 300 MB.";

interface Pending {
  readonly id: number;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** A handle on the child; it outlives the child itself. */
export class ClangProcess implements CompilerProcess {
  #child: ChildProcess | undefined;
  readonly #told = new ToldFiles();
  #pending: Pending | undefined;
  #stderr = "";
  #lastId = 0;
  /** Whether the compiler is no child of this process. */
  readonly #isOrphan = !isMainThread && existsSync(SHELL);

  get pid(): number | undefined {
    return this.#isOrphan ? undefined : this.#child?.pid;
  }

  start(): void {
    this.#child ??= this.#fork();
  }

  /** The time limit counts from here and includes a cold start. */
  async run(work: Work, timeoutMs: number): Promise<Reply> {
    if (this.#pending !== undefined) throw new Error("internal: the compiler process is busy");
    this.start();
    const child = this.#child as ChildProcess;
    const id = ++this.#lastId;
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#pending = { id, resolve, reject };
    });
    const timer = setTimeout(() => {
      this.#fail(child, "CUTS_COMPILER_TIMEOUT", `it did not finish within ${timeoutMs} ms`);
    }, timeoutMs);
    child.channel?.ref();
    const files = mapResidents(work.files, (file) => this.#told.tell(file));
    child.send({ ...work, files, id } satisfies Request, (error) => {
      if (error !== null) this.#fail(child, "CUTS_COMPILER_CRASHED", error.message);
    });
    try {
      return await reply;
    } finally {
      clearTimeout(timer);
      child.channel?.unref();
    }
  }

  stop(): void {
    if (this.#child !== undefined) {
      this.#fail(this.#child, "CUTS_COMPILER_STOPPED", "the compiler process was stopped");
    }
  }

  #fork(): ChildProcess {
    const { folder } = compilerPackage();
    const args = this.#isOrphan ? [folder] : [folder, String(process.pid)];
    const child = fork(fileURLToPath(programUrl("compiler/clang/server.js")), args, {
      execArgv: EXEC_ARGV,
      ...(this.#isOrphan && inShell),
      cwd: homeDirectory(),
      // Loaders and debuggers meant for the parent.
      env: { ...process.env, NODE_OPTIONS: "" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.on("message", (message) => {
      this.#settle(child, message as Reply);
    });
    child.on("error", (error) => {
      this.#fail(child, "CUTS_COMPILER_CRASHED", error.message);
    });
    child.on(this.#isOrphan ? "disconnect" : "exit", (code?: number, signal?: string) => {
      const end = signal ?? (code === undefined ? "an unknown status" : `status ${code}`);
      const advice = signal === "SIGKILL" ? `\n${OUT_OF_MEMORY}` : "";
      const why = `the compiler process ended with ${end}${this.#stderr}${advice}`;
      this.#fail(child, "CUTS_COMPILER_CRASHED", why);
    });
    this.#stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = `${this.#stderr || "\n"}${chunk.toString()}`.slice(-STDERR_LIMIT);
    });
    child.unref();
    child.channel?.unref();
    // A pipe is a socket underneath, which the type of stdio streams does not say.
    (child.stderr as unknown as { unref(): void } | null)?.unref();
    return child;
  }

  #settle(child: ChildProcess, reply: Reply): void {
    const pending = this.#pending;
    if (pending?.id !== reply.id) return;
    if (reply.error !== undefined) {
      // What failed in it, such as a file it could not read, may fail for ever in it.
      this.#fail(child, "CUTS_COMPILER_CRASHED", `internal: the compiler process failed: ${reply.error}`);
      return;
    }
    this.#pending = undefined;
    pending.resolve(reply);
  }

  // Events of a child that was already given up come late and mean nothing to its successor.
  #fail(child: ChildProcess, code: ErrorCode, why: string): void {
    if (this.#child !== child) return;
    const pending = this.#pending;
    this.#pending = undefined;
    this.#child = undefined;
    this.#told.forget();
    if (this.#isOrphan) {
      if (child.connected) child.disconnect();
    } else child.kill("SIGKILL");
    pending?.reject(new CutsError(code, `Cannot run clang: ${why}`));
  }
}
