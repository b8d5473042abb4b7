// What `inspectMachine` reports: plain data, fit for JSON.stringify, no judgement about what a program needs.

import type { Platform } from "../core/host-types.js";
/** Everything that was looked for, in the order of the report. */
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

/** A small real use of something that was found, and what came of it. */
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
  /** What people call it. */
  readonly name: string;
  /** What CuTS does with it. */
  readonly purpose: string;
  /** Whether CuTS cannot work without it. */
  readonly required: boolean;
  readonly found: boolean;
  /** A path, or the name under which the system's loader found it. */
  readonly where?: string;
  readonly version?: string;
  /** Further facts, one a line: the names of GPUs, the size of the cache. */
  readonly details?: readonly string[];
  /** Why it was not found. */
  readonly whyNot?: string;
  /** The places looked at, when it was not found. */
  readonly tried?: readonly string[];
  /** What to do about it, when it was not found or does not work. */
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

/** What every inspection is given. */
export interface Inspection {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: Platform;
  /** The longest any single step may take. */
  readonly timeoutMs: number;
}

/** What an inspection finds out; id, name and purpose stand in the table of inspections. */
export type Finding = Omit<MachineEntry, "id" | "name" | "purpose" | "required">;

/** Does something small and real and notes what came of it; never throws. */
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

/** An error in words, with what caused it. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message.split("\n")[0] : undefined;
  return cause === undefined || error.message.includes(cause)
    ? error.message
    : `${error.message}\nCause: ${cause}`;
}
