// The time that a program's work took in total, for each kernel and each kind of copy.

import { formatByteSize } from "../core/text.js";
import type { TracedWork } from "../core/chrome-trace.js";

/** All work of one name: the launches of a kernel, or the copies in one direction. */
export interface WorkTime {
  /** The kernel; or `copy host to device`, `fill`, `graph`. */
  readonly name: string;
  readonly count: number;
  /** The total time. */
  readonly milliseconds: number;
  readonly shortest: number;
  readonly longest: number;
  /** The bytes that copies and fills have moved; 0 for other work. */
  readonly bytes: number;
}

/** The total times by name, longest first. */
export function workTimes(work: readonly TracedWork[]): readonly WorkTime[] {
  const times = new Map<string, WorkTime>();
  for (const { name, dur, args } of work) {
    const { kind, bytes = 0 } = args as { readonly kind?: string; readonly bytes?: number };
    const title = kind === undefined ? name : `${name} ${kind}`;
    const ms = dur / 1000;
    const known = times.get(title) ?? {
      name: title,
      count: 0,
      milliseconds: 0,
      shortest: ms,
      longest: ms,
      bytes: 0,
    };
    times.set(title, {
      name: title,
      count: known.count + 1,
      milliseconds: known.milliseconds + ms,
      shortest: Math.min(known.shortest, ms),
      longest: Math.max(known.longest, ms),
      bytes: known.bytes + bytes,
    });
  }
  return [...times.values()].sort((a, b) => b.milliseconds - a.milliseconds);
}

/** The times as a table. */
export function workTimesText(times: readonly WorkTime[]): string {
  const all = times.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const rows = [
    ["time", "share", "count", "mean", "shortest", "longest", ""],
    ...times.map(({ name, count, milliseconds, shortest, longest, bytes }) => [
      duration(milliseconds),
      `${((100 * milliseconds) / (all || 1)).toFixed(1)}%`,
      String(count),
      duration(milliseconds / count),
      duration(shortest),
      duration(longest),
      `| ${name}${bytes === 0 ? "" : `, ${formatByteSize(bytes)}${rate(bytes, milliseconds)}`}`,
    ]),
  ];
  const last = 6;
  const widths = Array.from({ length: last }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) => [...widths.map((width, at) => row[at]?.padStart(width)), row[last]].join("  ").trimEnd())
    .join("\n");
}

function duration(milliseconds: number): string {
  return milliseconds < 1 ? `${(1000 * milliseconds).toFixed(1)} µs` : `${milliseconds.toFixed(2)} ms`;
}

function rate(bytes: number, milliseconds: number): string {
  return milliseconds === 0 ? "" : ` at ${(bytes / milliseconds / 1e6).toFixed(1)} GB/s`;
}
