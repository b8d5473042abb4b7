// What a run must produce, and how far it may be off. Each tolerance carries its reason.
// `mismatches` also holds a run to leaving everything else alone: a buffer that no expectation names is an input.

import type { KernelData, KernelRun } from "./kernel-case.js";

/** The values a buffer must hold; doubles where the oracle computes in double precision. */
export type Expected = KernelData | readonly number[];

type Tolerance =
  | { readonly kind: "exact" }
  | {
      readonly kind: "bound";
      /** |actual - expected| <= absolute + relative * |expected|; `absolute` may be given for each element. */
      readonly absolute: number | Float64Array;
      readonly relative: number;
      readonly why: string;
    };

export interface Expectation {
  readonly values: Expected;
  readonly tolerance: Tolerance;
  /** How many leading elements may come in any order; 0 when the order is fixed. */
  readonly unordered: number;
}

/** Every element equal. NaN equals NaN, and -0 equals 0. */
export function exactly(values: Expected): Expectation {
  return { values, tolerance: { kind: "exact" }, unordered: 0 };
}

/** The first `count` elements are a permutation of the expected ones; the rest are equal in place. */
export function inAnyOrder(values: Expected, count = values.length): Expectation {
  return { values, tolerance: { kind: "exact" }, unordered: count };
}

/** Every element within absolute + relative * |expected|. Infinities and NaN must be the same. */
export function within(
  values: Expected,
  bound: {
    readonly absolute?: number | Float64Array;
    readonly relative?: number;
    readonly why: string;
  },
): Expectation {
  const { absolute = 0, relative = 0, why } = bound;
  return { values, tolerance: { kind: "bound", absolute, relative, why }, unordered: 0 };
}

/** Half an ulp of float32 relative to a value: the error of one correctly rounded operation. */
export const FLOAT32_ROUNDING = 2 ** -24;

/** Half an ulp of float64 relative to a value. */
export const FLOAT64_ROUNDING = 2 ** -53;

/** The reason for bounds of the form count * rounding * Σ|terms|. */
export const SUMMATION =
  "a sum of n rounded terms, in any order and with or without fma, is off by at most (n + 1) roundings of Σ|terms|";

/** An upper bound on the error of a float32 sum of `count` terms, products included, whose magnitudes sum to `magnitude`. */
export function summationBound(count: number, magnitude: number, rounding = FLOAT32_ROUNDING): number {
  return (count + 1) * rounding * magnitude;
}

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
