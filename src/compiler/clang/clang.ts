// The embedded clang: runs of its tools over files in memory, queued for one or more warm processes, which may be shared with others
// (shared/). Nothing starts before the first request. Processes can read only the host folders that a job mounts.
import { lazy } from "../../core/lazy.js";
import { CutsError } from "../../core/errors.js";
import { coreCount } from "../../host/environment.js";
import { ClangProcess } from "./clang-process.js";
import type { CompilerProcess, Work } from "./compiler-process.js";
import { clangVersion } from "./package.js";
import type { ResidentFile, Step, StepResult } from "./protocol.js";
import { SharedCompiler, sharedCompilerPath } from "./shared/shared-compiler.js";

export type { Step, StepResult, Tool } from "./protocol.js";

/** One round trip: steps that share a file system; a step that fails ends the batch. */
export interface ClangJob {
  readonly steps: readonly Step[];
  /** Files the steps see, by absolute path; what one step writes, the next ones see. A resident file crosses once. */
  readonly files?: Readonly<Record<string, string | Uint8Array | ResidentFile>>;
  /** Host directories that the steps may read: guest path to host path. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Files wanted back, by absolute path. */
  readonly outputs?: readonly string[];
  /** Longer than this and the process is killed; the default is that of the {@link Clang}. */
  readonly timeoutMs?: number;
}

/** What a job gave: one result for each step that ran, and those of the wanted files that exist. */
export interface ClangResult {
  readonly steps: readonly StepResult[];
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface ClangOptions {
  /** Child processes at most: each holds about 300 MB. Default 1. */
  readonly processes?: number;
  /** Time limit of a job that sets none. Default 600 000: it ends what hangs, and a busy machine takes minutes for headers. */
  readonly timeoutMs?: number;
  /** Makes a process. Default: a connection to the compiler that `CUTS_COMPILER` names, else a child. */
  readonly start?: () => CompilerProcess;
}

/** A compiler: a queue before one or more child processes. */
export class Clang {
  readonly #idle: CompilerProcess[];
  readonly #all: readonly CompilerProcess[];
  readonly #waiting: ((process: CompilerProcess) => void)[] = [];
  readonly #timeoutMs: number;

  constructor(options: ClangOptions = {}) {
    this.#all = Array.from({ length: options.processes ?? 1 }, options.start ?? defaultProcess);
    this.#idle = this.#all.toReversed();
    this.#timeoutMs = options.timeoutMs ?? 600_000;
  }

  /** The compiler's version, for cache keys. Starts nothing. */
  get version(): string {
    return clangVersion();
  }

  /** Ids of the processes that run now. */
  get pids(): readonly number[] {
    return this.#all.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** How many jobs run side by side. */
  get processes(): number {
    return this.#all.length;
  }

  /** Starts a process without work, so that it is loaded when the first job comes. */
  warmUp(): void {
    this.#idle.at(-1)?.start();
  }

  /**
   * Runs a job as soon as a process is free. A tool's exit status is in the result and is no error here.
   *
   * @throws UnsupportedError when the compiler package is not installed.
   * @throws CutsError `CUTS_COMPILER_TIMEOUT`, or `CUTS_COMPILER_CRASHED` when a process dies twice over the same job.
   */
  async run(job: ClangJob): Promise<ClangResult> {
    const work: Work = {
      steps: job.steps,
      files: job.files ?? {},
      mounts: job.mounts ?? {},
      outputs: job.outputs ?? [],
    };
    const timeoutMs = job.timeoutMs ?? this.#timeoutMs;
    const process = this.#idle.pop() ?? (await this.#nextIdle());
    try {
      return await process.run(work, timeoutMs);
    } catch (error) {
      // A process that has worked for long may be the one to blame (memory): the job gets one fresh process.
      if (!(error instanceof CutsError) || error.code !== "CUTS_COMPILER_CRASHED") throw error;
      return await process.run(work, timeoutMs);
    } finally {
      this.#release(process);
    }
  }

  /** Ends the processes; jobs under way are rejected with `CUTS_COMPILER_STOPPED`. A later job starts them again. */
  stop(): void {
    for (const process of this.#all) process.stop();
  }

  #nextIdle(): Promise<CompilerProcess> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #release(process: CompilerProcess): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(process);
    else next(process);
  }
}

function defaultProcess(): CompilerProcess {
  const path = sharedCompilerPath();
  return path === undefined ? new ClangProcess() : new SharedCompiler(path);
}

/** Processes of the shared compiler: each of the parts of a long module has one, and no other is started. */
const MOST_PROCESSES = 4;

/** The compiler that all of this process shares. */
export const clang = lazy(() => new Clang({ processes: Math.min(MOST_PROCESSES, coreCount()) }));
