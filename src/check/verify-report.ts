// What verify() found, as data and as text.

import { inspectSymbol } from "../core/inspect-symbol.js";
import { plural } from "../core/text.js";
import type { Difference, DifferentElement } from "./compare.js";

/** The result of {@link verify}. Its text, as `console.log` shows it, lists the first elements that differ. */
export interface VerifyReport {
  /** Whether all runs agree with the first. */
  readonly isEqual: boolean;
  /** All runs in their order; the others are compared with the first. */
  readonly runs: readonly string[];
  /** The random seed of the schedules; pass it as `seed` to repeat them. */
  readonly seed: number | undefined;
  readonly differences: readonly Difference[];
  toString(): string;
}

/** Makes a report. */
export function makeReport(
  name: string,
  runs: readonly string[],
  seed: number | undefined,
  differences: readonly Difference[],
): VerifyReport {
  const text = (): string => textOf(name, runs, seed, differences);
  const report = { isEqual: differences.length === 0, runs, seed, differences };
  return Object.defineProperties(report, {
    toString: { value: text, enumerable: false },
    [inspectSymbol]: { value: text, enumerable: false },
  });
}

function textOf(
  name: string,
  runs: readonly string[],
  seed: number | undefined,
  differences: readonly Difference[],
): string {
  const drawn = seed === undefined ? "" : `, seed ${seed}`;
  const head = `verify ${name}: ${plural(runs.length, "run")}${drawn}`;
  if (differences.length === 0) return `${head}: all agree`;
  const [first = ""] = runs;
  return [
    `${head}: ${plural(differences.length, "difference")} from ${first}`,
    ...differences.flatMap((difference) => linesOf(difference)),
    ...(seed === undefined ? [] : [`Try: { seed: ${seed} } for the same schedules again`]),
  ].join("\n");
}

function linesOf({ run, what, dtype, shape, count, maxUlps, first, reason }: Difference): string[] {
  if (reason !== undefined) return [`  ${run}: ${what}: ${reason}`];
  const size = shape.reduce((all, one) => all * one, 1);
  const rest = count - first.length;
  return [
    `  ${run}: ${what}, ${dtype}[${shape.join(", ")}]: ${count} of ${plural(size, "element")} ${count === 1 ? "differs" : "differ"}, by up to ${shown(maxUlps)}`,
    ...first.map((one) => elementLine(one)),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

function elementLine({ index, expected, actual, ulps }: DifferentElement): string {
  return `    [${index.join(", ")}]  expected ${expected}, got ${actual}  (${shown(ulps)})`;
}

function shown(ulps: number): string {
  return ulps === Number.POSITIVE_INFINITY ? "NaN against a number" : plural(ulps, "ulp");
}
