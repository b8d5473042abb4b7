// What the cpu device promises, and whether it was kept: every promise is a speed relative to another contender, at the
// same number of threads, within the same rounds.

import { ratio, type Timing } from "../lib/measure.js";
import type { Case } from "./cases.js";
import type { Family, Program } from "./contenders.js";

/** The timings of one case. */
export interface CaseTimings {
  readonly case: Case;
  readonly rows: readonly { readonly program: Program; readonly timing: Timing }[];
}

/** A promise about one case. */
export interface Verdict {
  readonly case: Case;
  readonly promise: string;
  readonly threads: number;
  /** Speed relative to the other contender. */
  readonly reached: number;
  readonly wanted: number;
}

/** How many times as fast as another contender CuTS is; undefined where one of the two is missing. */
export function speedAgainst(timings: CaseTimings, other: Family, threads: number): number | undefined {
  const own = find(timings, "CuTS", threads);
  const theirs = find(timings, other, other === "Numba simulator" ? 1 : threads);
  if (own === undefined || theirs === undefined) return undefined;
  const c = timings.case;
  const scale = other === "Numba simulator" ? c.work(c.n) / c.work(c.simulatorN ?? c.n) : 1;
  return ratio(theirs, own) * scale;
}

/** How many times as fast as with one thread CuTS is with several. */
export function scaling(timings: CaseTimings, threads: number): number | undefined {
  const [one, many] = [find(timings, "CuTS", 1), find(timings, "CuTS", threads)];
  return one === undefined || many === undefined ? undefined : ratio(one, many);
}

/** Compares the figures of a case with what was promised of it. */
export function verdicts(timings: CaseTimings, threadCounts: readonly number[]): readonly Verdict[] {
  const c = timings.case;
  const all = threadCounts.flatMap((threads) => {
    const against = (other: Family, wanted: number) => ({
      promise: `at least ${wanted.toLocaleString("en")} x ${other}`,
      threads,
      reached: speedAgainst(timings, other, threads),
      wanted,
    });
    return [
      ...(c.kind === "element-wise" ? [against("C", 0.95), against("PoCL", 0.95)] : []),
      ...(c.name === "matmul" || c.name === "reduce"
        ? [against("PoCL", 3), against("C, hand-split", 0.7)]
        : []),
      ...(c.kind === "barriers" ? [against("Numba simulator", 10_000)] : []),
      // Of n cores, 0.9 n: two cores at least 1.8.
      ...(c.bound === "arithmetic" && threads > 1
        ? [
            {
              promise: `at least ${0.9 * threads} x one thread`,
              threads,
              reached: scaling(timings, threads),
              wanted: 0.9 * threads,
            },
          ]
        : []),
    ];
  });
  return all.flatMap((v) => (v.reached === undefined ? [] : [{ ...v, case: c, reached: v.reached }]));
}

function find(timings: CaseTimings, family: Family, threads: number): Timing | undefined {
  return timings.rows.find(({ program }) => program.family === family && program.threads === threads)?.timing;
}
