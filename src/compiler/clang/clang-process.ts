// One compiler process. It starts with the first request, stays warm, and is replaced after a crash or a time-out. It runs one request
// at a time; clang.ts has the queue. An idle process does not keep its parent alive.
import { CutsError, type ErrorCode } from "../../core/errors.js";
import { programUrl } from "../../host/assets.js";
import { startHelper } from "../../host/helpers.js";
import type { Helper } from "../../host/shapes.js";
import { compilerPackage } from "./package.js";
import type { CompilerProcess, Work } from "./compiler-process.js";
import type { Reply, Request } from "./protocol.js";
import { mapResidents, ToldFiles } from "./resident-files.js";

/** V8 takes 20 s to optimise all of clang and seconds to optimise what runs; its baseline compiler is fast enough. */
const ENGINE_OPTIONS = ["--liftoff-only"];
const STDERR_LIMIT = 4000;
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
  #helper: Helper | undefined;
  readonly #told = new ToldFiles();
  #pending: Pending | undefined;
  #stderr = "";
  #lastId = 0;

  get pid(): number | undefined {
    return this.#helper?.processId;
  }

  start(): void {
    this.#helper ??= this.#begin();
  }

  /** The time limit counts from here and includes a cold start. */
  async run(work: Work, timeoutMs: number): Promise<Reply> {
    if (this.#pending !== undefined) throw new Error("internal: the compiler process is busy");
    this.start();
    const helper = this.#helper as Helper;
    const id = ++this.#lastId;
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#pending = { id, resolve, reject };
    });
    const timer = setTimeout(() => {
      this.#fail(helper, "CUTS_COMPILER_TIMEOUT", `it did not finish within ${timeoutMs} ms`);
    }, timeoutMs);
    helper.hold();
    const files = mapResidents(work.files, (file) => this.#told.tell(file));
    helper.send({ ...work, files, id } satisfies Request, (why) =>
      this.#fail(helper, "CUTS_COMPILER_CRASHED", why),
    );
    try {
      return await reply;
    } finally {
      clearTimeout(timer);
      helper.release();
    }
  }

  stop(): void {
    if (this.#helper !== undefined) {
      this.#fail(this.#helper, "CUTS_COMPILER_STOPPED", "the compiler process was stopped");
    }
  }

  #begin(): Helper {
    const fail = (why: string): void => this.#fail(helper, "CUTS_COMPILER_CRASHED", why);
    this.#stderr = "";
    const { folder } = compilerPackage();
    const helper = startHelper(programUrl("compiler/clang/server.js"), [folder], ENGINE_OPTIONS, {
      message: (message) => this.#settle(helper, message as Reply),
      failed: fail,
      ended: (how) => {
        const advice = how === "SIGKILL" ? `\n${OUT_OF_MEMORY}` : "";
        fail(`the compiler process ended with ${how}${this.#stderr}${advice}`);
      },
      said: (text) => {
        this.#stderr = `${this.#stderr || "\n"}${text}`.slice(-STDERR_LIMIT);
      },
    });
    return helper;
  }

  #settle(helper: Helper, reply: Reply): void {
    const pending = this.#pending;
    if (pending?.id !== reply.id) return;
    if (reply.error !== undefined) {
      // What failed in it, such as a file it could not read, may fail for ever in it.
      this.#fail(helper, "CUTS_COMPILER_CRASHED", `internal: the compiler process failed: ${reply.error}`);
      return;
    }
    this.#pending = undefined;
    pending.resolve(reply);
  }

  // Events of a helper that was already given up come late and mean nothing to its successor.
  #fail(helper: Helper, code: ErrorCode, why: string): void {
    if (this.#helper !== helper) return;
    const pending = this.#pending;
    this.#pending = undefined;
    this.#helper = undefined;
    this.#told.forget();
    helper.stop();
    pending?.reject(new CutsError(code, `Cannot run clang: ${why}`));
  }
}
