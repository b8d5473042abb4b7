// A job on the worker pool, from its start to its result. It can be waited for in both ways, and in the middle of
// one the other may begin: by its promise, or by blocking the main thread on shared memory.

import { CONTROL } from "./control.js";

/** Why a job did not finish. */
export interface JobFailure {
  readonly type: "assert" | "trap" | "stack" | "timeout" | "crash";
  readonly message: string;
}

export interface JobResult {
  /** Status of the first block that did not return 0. */
  readonly status: number;
  readonly failure: JobFailure | undefined;
}

/** What a job asks of its pool. */
export interface JobHost {
  /** Sets the workers to work and returns the number of the phase. */
  startPhase(): number;
  /** Reads what the workers have posted. */
  drain(): void;
  /** The result after a phase, or undefined when another one must follow. */
  outcome(isStopped: boolean): JobResult | undefined;
  settled(): void;
}

export class RunningJob {
  /** Settles with the result; never rejects. */
  readonly promise: Promise<JobResult>;
  readonly #control: Int32Array;
  readonly #host: JobHost;
  readonly #deadline: number;
  #resolve: (result: JobResult) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #result: JobResult | undefined;
  #sequence = 0;

  constructor(control: Int32Array, timeoutMs: number, host: JobHost) {
    this.#control = control;
    this.#host = host;
    this.#deadline = timeoutMs > 0 ? performance.now() + timeoutMs : Number.POSITIVE_INFINITY;
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (timeoutMs > 0) this.#timer = setTimeout(() => this.#endPhase(!this.#isPhaseDone()), timeoutMs);
    this.#sequence = host.startPhase();
  }

  /** Blocks until the job has its result. */
  waitSync(): JobResult {
    while (!this.#result) {
      const limit = this.#deadline - performance.now();
      const before = this.#sequence - 1;
      if (!this.#isPhaseDone() && limit > 0) Atomics.wait(this.#control, CONTROL.finished, before, limit);
      this.#host.drain();
      if (!this.#result) this.#endPhase(!this.#isPhaseDone());
    }
    return this.#result;
  }

  /** A worker says that phase `sequence` is done. */
  finishPhase(sequence: number): void {
    if (sequence === this.#sequence && !this.#result) this.#endPhase(false);
  }

  /** A worker died. */
  crash(): void {
    if (!this.#result) this.#endPhase(true);
  }

  #isPhaseDone(): boolean {
    return Atomics.load(this.#control, CONTROL.finished) === this.#sequence;
  }

  #endPhase(isStopped: boolean): void {
    const result = this.#host.outcome(isStopped);
    if (!result) {
      this.#sequence = this.#host.startPhase();
      return;
    }
    this.#result = result;
    clearTimeout(this.#timer);
    this.#host.settled();
    this.#resolve(result);
  }
}
