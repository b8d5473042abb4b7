// Kernels that report a wrong value, such as an index out of range, instead of failing: the host learns of it only when it
// looks. Until then what such a kernel wrote has a deferred error, and so has what is computed from it; whoever reads it looks
// first, and gets the error where there is one. Nobody else does, and nothing ever blocks.

import { type Failure, LostMemory } from "./failure.js";
import type { BackendQueue } from "../devices/backend-queue.js";

/** Where launches, counted from 0, report what they found wrong. */
export interface Report {
  /** Whether there are launches that nobody has looked at. */
  readonly isDue: boolean;
  /** How many launches there are so far. */
  readonly count: number;
  /** Whether the launches from `first` to before `end` were looked at and reported nothing. */
  isGood(first: number, end: number): boolean;
  /** What the first of these launches reported that did. */
  reported(first: number, end: number): Failure | undefined;
  /** Reads what the launches before `end` have reported, after the work of `stream`, which has them or waits for them. */
  read(stream: BackendQueue, end: number): Promise<void>;
  /** The same for all launches so far, blocking. */
  readSync(): void;
}

/** Launches that may have reported: from `first` to before `end`. */
export interface DeferredError {
  readonly report: Report;
  readonly first: number;
  readonly end: number;
}

/** Everything that a result depends on and nobody has looked at. */
export type DeferredErrors = readonly DeferredError[];

/** A loop that never awaits makes ever more reports: from so many on, the host looks at those that are done. */
const MANY = 32;

/** The deferred errors of something that depends on several things. */
export function joinDeferredErrors(all: readonly (DeferredErrors | undefined)[]): DeferredErrors | undefined {
  // Most work depends on nothing, or on one thing.
  if (all.length === 0) return undefined;
  const [only] = all;
  if (all.length === 1 && (only === undefined || only.length === 1))
    return only?.every(isUnread) ? only : undefined;
  const open = all.flatMap((errors) => errors ?? []).filter(isUnread);
  if (open.length < 2) return open.length === 0 ? undefined : open;
  const joined: DeferredError[] = [];
  for (const error of open.toSorted((a, b) => a.first - b.first)) {
    // Ranges that touch are one; launches between others are nobody's here.
    const at = joined.findIndex(({ report, end }) => report === error.report && end >= error.first);
    const known = joined[at];
    if (known === undefined) joined.push(error);
    else joined[at] = { ...known, end: Math.max(known.end, error.end) };
  }
  if (joined.length <= MANY) return joined;
  for (const { report } of joined) report.readSync();
  return joinDeferredErrors([joined.filter(isUnread).slice(0, MANY)]);
}

/** Whether nobody has looked yet. */
function isUnread({ report, first, end }: DeferredError): boolean {
  return !report.isGood(first, end);
}

/** All launches of reports so far. */
export function allOf(reports: readonly Report[]): DeferredErrors {
  return reports.map((report) => ({ report, first: 0, end: report.count }));
}

/** Rejects with the lost memory where a launch has reported; `stream` has the launches, or has waited for them. */
export async function checkDeferredErrors(errors: DeferredErrors, stream: BackendQueue): Promise<void> {
  await readReports(errors, stream);
  throwReported(errors);
}

/** Only looks. */
export async function readReports(errors: DeferredErrors, stream: BackendQueue): Promise<void> {
  if (errors.length > 0) await Promise.all(errors.map(({ report, end }) => report.read(stream, end)));
}

/** The same as {@link checkDeferredErrors}, blocking. */
export function checkDeferredErrorsSync(errors: DeferredErrors): void {
  for (const { report } of errors) report.readSync();
  throwReported(errors);
}

function throwReported(errors: DeferredErrors): void {
  for (const { report, first, end } of errors) {
    const failure = report.reported(first, end);
    if (failure !== undefined) throw new LostMemory(failure);
  }
}
