// What a checked run says: plain data, from one typed list of kinds.

/** What can be wrong. */
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

/** What is wrong. */
export type CheckKind = (typeof checkKinds)[number];

/** Which memory. */
export type MemorySpace = "global" | "shared" | "local" | "constant" | "heap" | "host";

/** A place in a kernel's source, or in the program that launched it. */
export interface CheckPlace {
  readonly file: string;
  /** 1 for the first line; 0 where it is not known. */
  readonly line: number;
  /** 1 for the first column; 0 where it is not known. */
  readonly column: number;
  /** The text of the line, where it is known. */
  readonly text?: string;
}

/** One of two accesses that do not go together. */
export interface OtherAccess extends CheckPlace {
  readonly access: "read" | "write" | "atomic";
  readonly block: readonly [number, number, number];
  readonly thread: readonly [number, number, number];
}

/** Something that is wrong. */
export interface CheckReport extends CheckPlace {
  readonly kind: CheckKind;
  /** What is wrong, in a few words: "global write out of bounds". */
  readonly message: string;
  /** Who did what to which memory, in a sentence. */
  readonly detail: string;
  /** What to try. */
  readonly hint: string;
  /** The kernel; "" for what the host did. */
  readonly kernel: string;
  readonly block?: readonly [number, number, number];
  readonly thread?: readonly [number, number, number];
  readonly space?: MemorySpace;
  readonly access?: "read" | "write" | "atomic";
  /** Bytes that were accessed. */
  readonly byteLength?: number;
  /** The variable, as the source has it. */
  readonly variable?: string;
  /** The element of it. */
  readonly index?: number;
  readonly allocation?: {
    readonly byteLength: number;
    /** Where it was made: `file:line:column`. */
    readonly site?: string;
    /** Where it was freed. */
    readonly freed?: string;
  };
  /** The other access of a race, or the other place of a barrier. */
  readonly other?: OtherAccess;
  /** How often the same was found; the first is told. */
  readonly count: number;
}
