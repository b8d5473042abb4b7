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
export function addMeasured(folder: string, fresh: Measured, order: readonly string[]): Measured[] {
  const others = knownOf(folder).filter(({ name, kind }) => name !== fresh.name || kind !== fresh.kind);
  const all = [...others, fresh].toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  writeFileSync(pathIn(folder), `${JSON.stringify(all)}\n`);
  return all;
}

/** What was measured of a folder of programs before. */
export function knownOf(folder: string): readonly Measured[] {
  const path = pathIn(folder);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Measured[]) : [];
}

function pathIn(folder: string): string {
  return join(folder, "measured.json");
}
