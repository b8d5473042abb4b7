// Small messages between ranks besides arrays: a few bytes at a time, by MPI, or by TCP if the job has no MPI.

/** A process of the job. */
export interface Peer {
  readonly host: string;
  readonly pid: number;
  /** Names the machine, or the container, in which processes see each other: hosts of other machines may have the same name. */
  readonly place: string;
  /** The processors that it may use, as Linux lists them: "0-3,8"; empty where that is not known. */
  readonly processors: string;
}

/** Exchanges small messages with the other ranks. */
export interface Control {
  readonly rank: number;
  readonly size: number;
  /** Those of the whole job, by their ranks in it. */
  readonly peers: readonly Peer[];
  /** The longest that this process waits for others; for all that belong to the job. */
  timeoutMs: number;
  /** Throws what broke the job. */
  check(): void;
  /** Ends the job for this rank: the error to throw, `CUTS_RANK_LOST`. */
  fail(why: string): Error;
  /** A rank of the job that has ended, in words. */
  lostPeer(): string | undefined;
  /** What each rank gives, in the order of ranks: as many bytes from all. */
  exchange(own: Uint8Array, what: string): Promise<readonly Uint8Array[]>;
  /** Settles when all ranks have called it. */
  barrier(): Promise<void>;
  /** The ranks with the same color, ordered by key; undefined for a rank without one. */
  split(color: number | undefined, key: number): Promise<Control | undefined>;
  /** Gives back what it holds; all ranks of it do. */
  close(): Promise<void>;
}
