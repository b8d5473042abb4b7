// The report of `inspectMachine`: plain data that JSON.stringify can write. It does not judge what a particular program needs.

import type { Platform } from "../core/host-types.js";
/** Everything that is looked for, in the order of the report. */
export const machineEntryIds = [
  "node",
  "ffi",
  "c-library",
  "cache",
  "c-compiler",
  "embedded-clang",
  "blas",
  "cuda-driver",
  "nvrtc",
  "nvcc",
  "nvjitlink",
  "cublas",
  "cufft",
  "curand",
  "cusolver",
  "nccl",
  "mpi",
  "python",
] as const;

/** The stable name of one thing that was looked for. */
export type MachineEntryId = (typeof machineEntryIds)[number];

/** A small test call of something that was found, and its result. */
export interface TinyCall {
  /** What was done, such as `cos(0)`. */
  readonly what: string;
  readonly ok: boolean;
  /** The result, or the reason of the failure. */
  readonly result: string;
  readonly durationMs: number;
}

/** One thing that was looked for. */
export interface MachineEntry {
  readonly id: MachineEntryId;
  /** Its usual name. */
  readonly name: string;
  /** What CuTS does with it. */
  readonly purpose: string;
  /** Whether CuTS needs it in order to work. */
  readonly required: boolean;
  readonly found: boolean;
  /** A path, or the name under which the system's loader found it. */
  readonly where?: string;
  readonly version?: string;
  /** Further facts, one on each line, such as the names of GPUs or the size of the cache. */
  readonly details?: readonly string[];
  /** Why it was not found. */
  readonly whyNot?: string;
  /** The places that were searched, if it was not found. */
  readonly tried?: readonly string[];
  /** What the user can do if it was not found or does not work. */
  readonly hint?: string;
  readonly call?: TinyCall;
}

/** What was found on this machine. */
export interface MachineReport {
  /** The version of CuTS. */
  readonly cuts: string;
  readonly platform: Platform;
  readonly arch: string;
  readonly cpu: { readonly model: string; readonly threads: number };
  readonly memoryByteLength: number;
  readonly entries: readonly MachineEntry[];
}

/** The inputs of every inspection. */
export interface Inspection {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: Platform;
  /** The longest any single step may take. */
  readonly timeoutMs: number;
}

/** The result of an inspection. The id, name and purpose come from the table in subjects.ts. */
export type Finding = Omit<MachineEntry, "id" | "name" | "purpose" | "required">;

/** Makes a test call and records its result or error; never throws. */
export async function tryCall(what: string, action: () => Promise<string> | string): Promise<TinyCall> {
  const startMs = performance.now();
  let ok = true;
  let result: string;
  try {
    result = await action();
  } catch (error) {
    ok = false;
    result = explainError(error);
  }
  return { what, ok, result, durationMs: Math.round((performance.now() - startMs) * 10) / 10 };
}

/** The message of an error, with those of its causes. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message.split("\n")[0] : undefined;
  return cause === undefined || error.message.includes(cause)
    ? error.message
    : `${error.message}\nCause: ${cause}`;
}
