// The reports of a checked run, as plain data, with a typed list of their kinds.

/** The kinds of mistakes that a checked run finds. */
export const checkKinds = [
  "out-of-bounds",
  "use-after-free",
  "null-pointer",
  "host-pointer",
  "misaligned",
  "uninitialized-read",
  "race",
  "barrier-divergence",
  "warp-mask",
  "deadlock",
  "invalid-free",
  "index-overflow",
  "device-pointer",
  "missing-sync",
  "stream-race",
  "leak",
  "unchecked-error",
  "fault",
] as const;

/** The kind of a mistake. */
export type CheckKind = (typeof checkKinds)[number];

/** The kind of memory of an access. */
export type MemorySpace = "global" | "shared" | "local" | "constant" | "heap" | "host";

/** A place in a kernel's source, or in the program that launched it. */
export interface CheckPlace {
  readonly file: string;
  /** 1 for the first line; 0 if unknown. */
  readonly line: number;
  /** 1 for the first column; 0 if unknown. */
  readonly column: number;
  /** The text of the line, if known. */
  readonly text?: string;
}

/** The other one of two conflicting accesses. */
export interface OtherAccess extends CheckPlace {
  readonly access: "read" | "write" | "atomic";
  readonly block: readonly [number, number, number];
  readonly thread: readonly [number, number, number];
}

/** A mistake that a checked run has found. */
export interface CheckReport extends CheckPlace {
  readonly kind: CheckKind;
  /** What is wrong, in a few words: "global write out of bounds". */
  readonly message: string;
  /** A sentence about which thread did what to which memory. */
  readonly detail: string;
  /** What the user can try. */
  readonly hint: string;
  /** The kernel; "" for an access of the host. */
  readonly kernel: string;
  readonly block?: readonly [number, number, number];
  readonly thread?: readonly [number, number, number];
  readonly space?: MemorySpace;
  readonly access?: "read" | "write" | "atomic";
  /** Bytes that were accessed. */
  readonly byteLength?: number;
  /** The variable, as it is written in the source. */
  readonly variable?: string;
  /** The index of the element in it. */
  readonly index?: number;
  readonly allocation?: {
    readonly byteLength: number;
    /** Where the memory was allocated: `file:line:column`. */
    readonly site?: string;
    /** Where the memory was freed. */
    readonly freed?: string;
  };
  /** The other access of a race, or the other place of a barrier. */
  readonly other?: OtherAccess;
  /** How often the same mistake was found; this report is the first. */
  readonly count: number;
}
