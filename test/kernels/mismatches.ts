// What came out of a run beside what was expected. A run is also held to leaving everything else alone: a buffer that no
// expectation names is an input.

import { exactly, type Expectation, type Expected, type Tolerance } from "./compare.js";
import type { KernelRun } from "./kernel-case.js";
import type { KernelData } from "./kernel-data.js";

/** What is wrong with what a run left in `actual`, one line for each buffer or global; empty when all is well. */
export function mismatches(run: KernelRun, actual: Readonly<Record<string, KernelData>>): string[] {
  const initial = { ...run.buffers, ...run.globals };
  return Object.entries(initial).flatMap(([name, before]) => {
    if (run.scratch?.includes(name)) return [];
    const after = actual[name];
    if (after === undefined) return [`${name}: was not read back`];
    const problem = firstMismatch(run.expect[name] ?? exactly(before), after);
    return problem === undefined
      ? []
      : [`${name}${name in run.expect ? "" : " (not an output)"}: ${problem}`];
  });
}

function firstMismatch(expectation: Expectation, after: KernelData): string | undefined {
  const { values, tolerance, unordered } = expectation;
  if (after.length !== values.length) return `expected ${values.length} elements, got ${after.length}`;
  const expected = sortedPrefix(values, unordered);
  const actual = sortedPrefix(after, unordered);
  const wrong = expected.flatMap((value, i) => (isClose(actual[i]!, value, tolerance, i) ? [] : [i]));
  const [first] = wrong;
  if (first === undefined) return undefined;
  const rule =
    tolerance.kind === "exact" ? "exact" : `within ${limit(tolerance, Number(expected[first]), first)}`;
  const share = `${wrong.length} of ${expected.length} wrong`;
  return `[${first}] expected ${expected[first]}, got ${actual[first]} (${share}; ${rule})`;
}

function sortedPrefix(values: Expected, count: number): readonly (number | bigint)[] {
  const all: (number | bigint)[] = Array.from<number | bigint>(values);
  if (count === 0) return all;
  const head = all.slice(0, count).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [...head, ...all.slice(count)];
}

function isClose(
  got: number | bigint,
  wanted: number | bigint,
  tolerance: Tolerance,
  index: number,
): boolean {
  if (got === wanted || (Number.isNaN(got) && Number.isNaN(wanted))) return true;
  if (tolerance.kind === "exact") return false;
  const [g, w] = [Number(got), Number(wanted)];
  return Number.isFinite(w) && Math.abs(g - w) <= limit(tolerance, w, index);
}

function limit(bound: Extract<Tolerance, { kind: "bound" }>, wanted: number, index: number): number {
  const absolute = typeof bound.absolute === "number" ? bound.absolute : bound.absolute[index]!;
  return absolute + bound.relative * Math.abs(wanted);
}
