// The counts of a profiled launch, for each line of the source. Everything is counted warp by warp, as on a GPU. profile-text.ts
// and profile-html.ts format them.

/** Accesses to global memory. */
export interface GlobalCounts {
  /** Load and store instructions of warps. */
  readonly requests: number;
  /** Sectors of 32 bytes that the requests move. */
  readonly sectors: number;
  /** The fewest sectors that could hold the requested bytes. */
  readonly idealSectors: number;
  /** Requested bytes; each byte counts once in a request. */
  readonly bytes: number;
}

/** Accesses to shared memory. */
export interface SharedCounts {
  readonly requests: number;
  /** The number of passes over the banks. */
  readonly wavefronts: number;
  /** The passes caused by bank conflicts: lanes that access different words of one bank. */
  readonly conflicts: number;
}

/** Atomic operations, in global and shared memory. */
export interface AtomicCounts {
  /** The operations of single lanes. */
  readonly operations: number;
  /** The operations that wait for another lane of the same warp at the same address. */
  readonly collisions: number;
}

/** The counts of a line or of a whole launch. */
export interface ProfileCounts {
  /** LLVM instructions that warps ran, before optimization. */
  readonly instructions: number;
  /** The average number of active lanes; 32 without divergence. */
  readonly lanes: number;
  readonly global: GlobalCounts;
  readonly shared: SharedCounts;
  readonly atomics: AtomicCounts;
}

/** The counts of one line of the source. */
export interface ProfileLine extends ProfileCounts {
  readonly file: string;
  readonly line: number;
  /** The text of the line; empty if the file cannot be read. */
  readonly text: string;
}

/** The counts of one launch. */
export interface ProfiledLaunch {
  readonly name: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** The shared memory of a block, static and dynamic. */
  readonly sharedBytes: number;
  /** How many launches of the kernel with this grid and block are counted together; 1 by default. */
  readonly launches?: number;
  /** The time of the launch on a GPU, if it ran on one too. */
  readonly time?: { readonly device: string; readonly milliseconds: number };
  readonly total: ProfileCounts;
  /** In the order of the source. */
  readonly lines: readonly ProfileLine[];
}
