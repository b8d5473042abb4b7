// Compares the results of two runs element by element.

import type { DType, TypedArray } from "../core/dtype.js";
import { shapesEqual } from "../core/shape.js";
import { type NumberLine, numberLine, ulpsBetween } from "./ulps.js";

/** The elements of one result, with its name. */
export interface Outcome {
  /** `result`, `result[1]`, `argument 2 (out)`. */
  readonly what: string;
  readonly dtype: DType;
  readonly shape: readonly number[];
  readonly data: TypedArray;
}

/** How far numbers may differ; satisfying one of the limits is enough. All are 0 by default. */
export interface Tolerance {
  /** The distance in units in the last place. */
  readonly ulps?: number | undefined;
  /** The difference relative to the expected number. */
  readonly rtol?: number | undefined;
  readonly atol?: number | undefined;
}

/** One element that differs. A complex number is shown by the component that differs most. */
export interface DifferentElement {
  readonly index: readonly number[];
  readonly expected: number | bigint;
  readonly actual: number | bigint;
  /** The distance in units in the last place; infinite if one is NaN. */
  readonly ulps: number;
}

/** A result that differs from that of the first run. */
export interface Difference {
  /** Which run: `cuda:0`, `cpu, schedule 3`. */
  readonly run: string;
  /** What differs: `result`, `argument 2 (out)`. */
  readonly what: string;
  readonly dtype: DType;
  readonly shape: readonly number[];
  /** How many elements differ. */
  readonly count: number;
  readonly maxUlps: number;
  /** The first of them. */
  readonly first: readonly DifferentElement[];
  /** Why nothing was compared: another shape or dtype, or no result. */
  readonly reason?: string;
}

/** Compares one result with the expected one; undefined where they agree. */
export function compare(
  run: string,
  expected: Outcome,
  actual: Outcome | undefined,
  tolerance: Tolerance,
  show: number,
): Difference | undefined {
  const { what, dtype, shape } = expected;
  const whole = { run, what, dtype, shape };
  const described = (one: Outcome): string => `${one.dtype}[${one.shape.join(", ")}]`;
  if (actual === undefined || actual.dtype !== dtype || !shapesEqual(actual.shape, shape)) {
    const reason = `it must be ${described(expected)} (got ${actual === undefined ? "nothing" : described(actual)})`;
    return { ...whole, count: expected.data.length, maxUlps: Number.POSITIVE_INFINITY, first: [], reason };
  }
  const lines = [numberLine(expected.data, dtype), numberLine(actual.data, dtype)] as const;
  const { lanes } = lines[0];
  const first: DifferentElement[] = [];
  let count = 0;
  let maxUlps = 0;
  for (let at = 0; at < expected.data.length; at += lanes) {
    let worst: DifferentElement | undefined;
    for (let slot = at; slot < at + lanes; slot++) {
      const found = differenceAt(lines, slot, tolerance);
      if (found === undefined || (worst !== undefined && worst.ulps >= found.ulps)) continue;
      worst = { ...found, index: indexOf(at / lanes, shape) };
    }
    if (worst === undefined) continue;
    count++;
    maxUlps = Math.max(maxUlps, worst.ulps);
    if (first.length < show) first.push(worst);
  }
  return count === 0 ? undefined : { ...whole, count, maxUlps, first };
}

function differenceAt(
  [expected, actual]: readonly [NumberLine, NumberLine],
  slot: number,
  { ulps = 0, rtol = 0, atol = 0 }: Tolerance,
): Omit<DifferentElement, "index"> | undefined {
  const apart = ulpsBetween(expected.rank(slot), actual.rank(slot));
  if (apart <= ulps) return undefined;
  const [wanted, got] = [expected.value(slot), actual.value(slot)];
  const distance = Math.abs(Number(got) - Number(wanted));
  if (distance <= atol + rtol * Math.abs(Number(wanted))) return undefined;
  return { expected: wanted, actual: got, ulps: apart };
}

function indexOf(position: number, shape: readonly number[]): readonly number[] {
  const index: number[] = [];
  let rest = position;
  for (const size of shape.toReversed()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}
