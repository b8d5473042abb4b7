// Kernels that report a wrong value, such as an index out of range, instead of failing: the host learns of it only when it
// looks. Until then what such a kernel wrote is in doubt, and so is what is computed from it; whoever reads it looks
// first, and gets the error where there is one. Nobody else does, and nothing ever blocks.

import { type Failure, Loss } from "./failure.js";
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
  look(stream: BackendQueue, end: number): Promise<void>;
  /** The same for all launches so far, blocking. */
  lookSync(): void;
}

/** Launches that may have reported: from `first` to before `end`. */
export interface Doubt {
  readonly report: Report;
  readonly first: number;
  readonly end: number;
}

/** Everything that a result depends on and nobody has looked at. */
export type Doubts = readonly Doubt[];

/** A loop that never awaits makes ever more reports: from so many on, the host looks at those that are done. */
const MANY = 32;

/** The doubts of something that depends on several things. */
export function joinDoubts(all: readonly (Doubts | undefined)[]): Doubts | undefined {
  // Most work depends on nothing, or on one thing.
  if (all.length === 0) return undefined;
  const [only] = all;
  if (all.length === 1 && (only === undefined || only.length === 1))
    return only?.every(isOpen) ? only : undefined;
  const open = all.flatMap((doubts) => doubts ?? []).filter(isOpen);
  if (open.length < 2) return open.length === 0 ? undefined : open;
  const joined: Doubt[] = [];
  for (const doubt of open.toSorted((a, b) => a.first - b.first)) {
    // Ranges that touch are one; launches between others are nobody's here.
    const at = joined.findIndex(({ report, end }) => report === doubt.report && end >= doubt.first);
    const known = joined[at];
    if (known === undefined) joined.push(doubt);
    else joined[at] = { ...known, end: Math.max(known.end, doubt.end) };
  }
  if (joined.length <= MANY) return joined;
  for (const { report } of joined) report.lookSync();
  return joinDoubts([joined.filter(isOpen).slice(0, MANY)]);
}

/** Whether nobody has looked yet. */
function isOpen({ report, first, end }: Doubt): boolean {
  return !report.isGood(first, end);
}

/** All launches of reports so far. */
export function allOf(reports: readonly Report[]): Doubts {
  return reports.map((report) => ({ report, first: 0, end: report.count }));
}

/** Rejects with the loss where a launch has reported; `stream` has the launches, or has waited for them. */
export async function lookAt(doubts: Doubts, stream: BackendQueue): Promise<void> {
  await look(doubts, stream);
  throwReported(doubts);
}

/** Only looks. */
export async function look(doubts: Doubts, stream: BackendQueue): Promise<void> {
  if (doubts.length > 0) await Promise.all(doubts.map(({ report, end }) => report.look(stream, end)));
}

/** The same as {@link lookAt}, blocking. */
export function lookAtSync(doubts: Doubts): void {
  for (const { report } of doubts) report.lookSync();
  throwReported(doubts);
}

function throwReported(doubts: Doubts): void {
  for (const { report, first, end } of doubts) {
    const failure = report.reported(first, end);
    if (failure !== undefined) throw new Loss(failure);
  }
}
