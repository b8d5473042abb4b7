// Work as the port describes it: what a device asks and reports about each piece of work that it receives.

/**
 * The runtime's side of a piece of work that a device runs. A failure affects only this work and the work that needs its results,
 * which is skipped. The device calls `obstacle` when the work is about to run: all earlier work of its stream, and everything the
 * stream waits for, is over.
 */
export interface Work {
  /** Why the work must be skipped: memory that it reads is lost. Undefined if it can run. */
  obstacle(): unknown;
  /** Reports that the work has succeeded. */
  done(): void;
  /** Reports that the work failed or was skipped because of `error`, so that the memory it would have written is lost. */
  fail(error: unknown): void;
  /** A copy that stays valid after the call. The caller reuses this object as soon as the call returns. */
  keep(): Work;
}
