// The interface of what runs compiler requests one at a time: a child process (clang-process.ts) or a compiler that several processes
// share (shared/).
import type { Reply, Request } from "./protocol.js";

/** What a compiler is asked to do: a request without its number. */
export type Work = Omit<Request, "id">;

export interface CompilerProcess {
  /** The child's process id; undefined when there is none, or when it is no child of this process. */
  readonly pid: number | undefined;
  /** Gets ready now, while the caller does something else. */
  start(): void;
  /**
   * Runs one request.
   *
   * @throws CutsError `CUTS_COMPILER_TIMEOUT` when the limit passes, `CUTS_COMPILER_CRASHED` when the compiler dies,
   * `CUTS_COMPILER_STOPPED` when it was stopped.
   */
  run(work: Work, timeoutMs: number): Promise<Reply>;
  /** Ends it; a request under way is rejected. A later request starts it again. */
  stop(): void;
}
