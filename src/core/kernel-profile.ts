// What a profile counts: of one launch, by the lines of the source. Everything is counted as a GPU does it, warp by warp; the
// text and the page made of it are profile-text.ts and profile-html.ts.

/** Accesses to global memory. */
export interface GlobalCounts {
  /** Instructions of warps. */
  readonly requests: number;
  /** Pieces of 32 bytes that these move. */
  readonly sectors: number;
  /** The fewest that have room for the bytes that are asked for. */
  readonly idealSectors: number;
  /** Bytes that are asked for, each once in a request. */
  readonly bytes: number;
}

/** Accesses to shared memory. */
export interface SharedCounts {
  readonly requests: number;
  /** Times that the banks are read or written, one after the other. */
  readonly wavefronts: number;
  /** How many of them are there because lanes want different words of one bank. */
  readonly conflicts: number;
}

/** Atomic operations, in global and shared memory. */
export interface AtomicCounts {
  /** Those of single lanes. */
  readonly operations: number;
  /** How many of them come after another lane of the same warp at the same address. */
  readonly collisions: number;
}

/** What a line, or all of a launch, has done. */
export interface ProfileCounts {
  /** Instructions of LLVM's that warps ran, before they are optimised. */
  readonly instructions: number;
  /** Lanes that took part in them on average; 32 where nothing diverges. */
  readonly lanes: number;
  readonly global: GlobalCounts;
  readonly shared: SharedCounts;
  readonly atomics: AtomicCounts;
}

/** One line of the source that ran. */
export interface ProfileLine extends ProfileCounts {
  readonly file: string;
  readonly line: number;
  /** Its text; empty where the file cannot be read. */
  readonly text: string;
}

/** What was counted in one launch. */
export interface ProfiledLaunch {
  readonly name: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Of a block: static and dynamic. */
  readonly sharedBytes: number;
  /** How many launches of the kernel with this grid and block are counted together; 1 by default. */
  readonly launches?: number;
  /** How long the launch took on a GPU, by events, where it ran on one too. */
  readonly time?: { readonly device: string; readonly milliseconds: number };
  readonly total: ProfileCounts;
  /** In the order of the source. */
  readonly lines: readonly ProfileLine[];
}
