// Work as the parts of the port name it.

/**
 * What the runtime knows of a piece of work that it gives to a device: what it needs and what it makes. Work fails alone:
 * what it would have written is then not there, and only work that needs it is skipped. A device asks when the turn of
 * the work comes, that is when all work before it in its stream, and all that its stream waits for, is over.
 */
export interface Work {
  /** The error for which the work must be skipped, because what it needs was never made; undefined when it can be done. */
  obstacle(): unknown;
  /** The work was done. */
  done(): void;
  /** The work failed, or was skipped for `error`: what it would have written is not there. */
  fail(error: unknown): void;
  /** The same for later: whoever gives the work uses this object again when the call that it is given to returns. */
  keep(): Work;
}
