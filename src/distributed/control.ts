// Small messages between ranks besides arrays: a few bytes at a time, by MPI, or by TCP if the job has no MPI.

/** A process of the job. */
export interface Peer {
  readonly host: string;
  readonly pid: number;
  /**
   * Identifies the machine, or the container, in which processes see each other. The host name is not enough, because two machines
   * may have the same.
   */
  readonly place: string;
  /** The processors that it may use, in Linux's notation: "0-3,8"; empty if unknown. */
  readonly processors: string;
}

/** Exchanges small messages with the other ranks. */
export interface Control {
  readonly rank: number;
  readonly size: number;
  /** The processes of the whole job, by rank. */
  readonly peers: readonly Peer[];
  /** How long this process waits for others; shared by all communicators of the job. */
  timeoutMs: number;
  /** Throws the error that broke the job, if any. */
  check(): void;
  /** Ends the job for this rank; returns the error to throw, `CUTS_RANK_LOST`. */
  fail(why: string): Error;
  /** A rank of the job that has ended, in words. */
  lostPeer(): string | undefined;
  /** Exchanges bytes: returns those of each rank, in the order of ranks; all ranks must pass the same number of bytes. */
  exchange(own: Uint8Array, what: string): Promise<readonly Uint8Array[]>;
  /** Settles when all ranks have called it. */
  barrier(): Promise<void>;
  /** The ranks with the same color, ordered by key; undefined for a rank without one. */
  split(color: number | undefined, key: number): Promise<Control | undefined>;
  /** Frees its resources; all its ranks must call this. */
  close(): Promise<void>;
}
