// What was measured so far: the programs take longer than a machine stays quiet, so they are measured a few at a time, and the
// report is of all of them.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Timing } from "../lib/measure.js";

/** Timings of one program, or why there are none. */
export interface Measured {
  readonly name: string;
  readonly kind: "compile" | "run";
  readonly timings: readonly Timing[];
  readonly failure?: string;
}

/** Adds to what is known of a folder of programs, and gives all of it in the order of the list. */
export function addMeasured(
  folder: string,
  fresh: readonly Measured[],
  order: readonly string[],
): Measured[] {
  const path = join(folder, "measured.json");
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Measured[]) : [];
  const isFresh = (one: Measured): boolean =>
    fresh.some(({ name, kind }) => name === one.name && kind === one.kind);
  const all = [...known.filter((one) => !isFresh(one)), ...fresh].toSorted(
    (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
  );
  writeFileSync(path, `${JSON.stringify(all)}\n`);
  return all;
}
