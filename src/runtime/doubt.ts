// Kernels that report a wrong value, such as an index out of range, instead of failing: the host learns of it only when it
// looks. Until then what such a kernel wrote is in doubt, and so is what is computed from it; whoever reads it looks
// first, and gets the error where there is one. Nobody else does, and nothing ever blocks.

import { type Failure, Loss } from "./failure.js";
import type { StreamCore } from "./stream-core.js";

/** Where launches, counted from 0, report what they found wrong. */
export interface Report {
  /** Whether there are launches that nobody has looked at. */
  readonly isDue: boolean;
  /** Whether the launches from `first` to before `end` were looked at and reported nothing. */
  isGood(first: number, end: number): boolean;
  /** What the first of these launches reported that did. */
  reported(first: number, end: number): Failure | undefined;
  /** Reads what the launches so far have reported, after the work of `stream`, which has them or waits for them. */
  look(stream: StreamCore): Promise<void>;
  /** The same, blocking. */
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
const MANY = 8;

/** The doubts of something that depends on several things. */
export function joinDoubts(all: readonly (Doubts | undefined)[]): Doubts | undefined {
  const joined = new Map<Report, Doubt>();
  for (const doubt of all.flatMap((doubts) => doubts ?? [])) {
    if (doubt.report.isGood(doubt.first, doubt.end)) continue;
    const known = joined.get(doubt.report);
    const first = Math.min(doubt.first, known?.first ?? doubt.first);
    const end = Math.max(doubt.end, known?.end ?? doubt.end);
    joined.set(doubt.report, { report: doubt.report, first, end });
  }
  if (joined.size > MANY) {
    for (const { report } of joined.values()) report.lookSync();
    return joinDoubts([[...joined.values()]]);
  }
  return joined.size === 0 ? undefined : [...joined.values()];
}

/** Rejects with the loss where a launch has reported; `stream` has the launches, or has waited for them. */
export async function lookAt(doubts: Doubts, stream: StreamCore): Promise<void> {
  await Promise.all(doubts.map(({ report }) => report.look(stream)));
  throwReported(doubts);
}

/** The same, blocking. */
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
