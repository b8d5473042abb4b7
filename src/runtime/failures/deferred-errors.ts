// Errors that a kernel reports in device memory instead of failing, such as an index out of range. The host learns of them when
// it reads the report. Until then everything that the kernel wrote, and everything computed from that, carries a deferred error.
// Reading such memory reads the report first and throws the error if there is one. Submitting work never waits for a report.

import { type Failure, LostMemory } from "./failure.js";
import type { BackendQueue } from "../devices/backend-queue.js";

/** Memory in which several launches report errors. Launches are numbered from 0. */
export interface Report {
  /** Whether some launches have reports that were not read yet. */
  readonly isDue: boolean;
  /** The number of launches that report here so far. */
  readonly count: number;
  /** Whether the reports of the launches from `first` to before `end` were read and are empty. */
  isGood(first: number, end: number): boolean;
  /** The error of the first of these launches that reported one. */
  reported(first: number, end: number): Failure | undefined;
  /**
   * Reads the reports of the launches before `end`, after the work of `stream`. That stream must contain these launches or wait for
   * them.
   */
  read(stream: BackendQueue, end: number): Promise<void>;
  /** The same for all launches so far, blocking. */
  readSync(): void;
}

/** An error that may be in a report, for the launches from `first` to before `end`. */
export interface DeferredError {
  readonly report: Report;
  readonly first: number;
  readonly end: number;
}

/** All unread reports that a result depends on. */
export type DeferredErrors = readonly DeferredError[];

/** A loop that never awaits adds ever more reports. At this many, the host reads them and blocks until it has. */
const MANY = 32;

/** Merges the deferred errors of several inputs. */
export function joinDeferredErrors(all: readonly (DeferredErrors | undefined)[]): DeferredErrors | undefined {
  // Most work depends on no report, or on one.
  if (all.length === 0) return undefined;
  const [only] = all;
  if (all.length === 1 && (only === undefined || only.length === 1))
    return only?.every(isUnread) ? only : undefined;
  const open = all.flatMap((errors) => errors ?? []).filter(isUnread);
  if (open.length < 2) return open.length === 0 ? undefined : open;
  const joined: DeferredError[] = [];
  for (const error of open.toSorted((a, b) => a.first - b.first)) {
    // Adjacent ranges are merged; ranges apart stay apart, because the launches between do not matter here.
    const at = joined.findIndex(({ report, end }) => report === error.report && end >= error.first);
    const known = joined[at];
    if (known === undefined) joined.push(error);
    else joined[at] = { ...known, end: Math.max(known.end, error.end) };
  }
  if (joined.length <= MANY) return joined;
  for (const { report } of joined) report.readSync();
  return joinDeferredErrors([joined.filter(isUnread).slice(0, MANY)]);
}

/** Whether the report was not read yet, or was read and has an error. */
function isUnread({ report, first, end }: DeferredError): boolean {
  return !report.isGood(first, end);
}

/** The deferred errors of all launches of these reports so far. */
export function allOf(reports: readonly Report[]): DeferredErrors {
  return reports.map((report) => ({ report, first: 0, end: report.count }));
}

/** Reads the reports and rejects if a launch has reported an error. `stream` must contain the launches or have waited for them. */
export async function checkDeferredErrors(errors: DeferredErrors, stream: BackendQueue): Promise<void> {
  await readReports(errors, stream);
  throwReported(errors);
}

/** Reads the reports and does not throw their errors. */
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
