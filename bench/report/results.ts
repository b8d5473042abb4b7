// What the results files of bench/results say, for the report of all of them.

import { readdirSync, readFileSync } from "node:fs";
import { quantile } from "../lib/measure.js";
import { machineText } from "../lib/report.js";
import {
  readStored,
  type StoredReport,
  type StoredRow,
  storedRatio,
  type StoredTable,
} from "../lib/stored.js";
import { type Bench, benches } from "./benches.js";

/** One results file. */
export interface Result {
  readonly name: string;
  readonly title: string;
  readonly bench: Bench | undefined;
  /** The day and the machine, in a line; the text has it where no program can read it. */
  readonly machine: string | undefined;
  readonly versions: readonly string[];
  readonly tables: readonly StoredTable[];
  /** The whole of it, for people. */
  readonly text: string;
}

/** What the figures of a table promise, and whether they keep it. */
export interface Target {
  readonly result: Result;
  readonly table: StoredTable;
  readonly text: string;
  readonly isKept: boolean;
}

/** How fast the fastest row of CuTS is beside one peer, over the tables of a file that have both. */
export interface PeerSpeed {
  readonly peer: string;
  /** By table; 2 is twice as fast as the peer. */
  readonly speeds: readonly (number | undefined)[];
  readonly median: number;
}

const folder = new URL("../results/", import.meta.url);

/** All results files, in the order of the benchmarks; what no benchmark of the list writes comes last. */
export function readResults(): readonly Result[] {
  const ordered = benches.flatMap(({ results }) => results);
  const place = (name: string): number => (ordered.includes(name) ? ordered.indexOf(name) : ordered.length);
  const files = new Set(readdirSync(folder));
  return [...files]
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => readResult(name, files.has(`${name}.json`) ? readStored(name) : undefined));
}

function readResult(name: string, stored: StoredReport | undefined): Result {
  const text = readFileSync(new URL(`${name}.md`, folder), "utf8");
  return {
    name,
    title: stored?.title ?? /^# (.*)$/m.exec(text)?.[1] ?? name,
    bench: benches.find(({ results }) => results.includes(name)),
    machine: stored && machineText(stored.measuredOn),
    versions: Object.entries(stored?.versions ?? {}).map(([of, version]) => `${of} ${version}`),
    tables: stored?.tables ?? [],
    text,
  };
}

/** What results promise. */
export function targetsOf(result: Result): readonly Target[] {
  return result.tables.flatMap((table) => {
    const { target, baseline, rows } = table;
    const own = rows.find(({ name }) => name === target?.name);
    const base = rows.find(({ name }) => name === baseline);
    if (target === undefined || own === undefined || base === undefined) return [];
    const cost = storedRatio(table, own, base);
    const text = `${target.name} at most ${target.atMost} times ${baseline}: ${cost.toFixed(2)}`;
    return [{ result, table, text, isKept: cost <= target.atMost }];
  });
}

/** How fast CuTS is beside each peer. */
export function speedsOf({ tables }: Result): readonly PeerSpeed[] {
  const peers = new Set(tables.flatMap(({ rows }) => rows.filter(isPeer).map(({ name }) => name)));
  return [...peers].flatMap((peer) => {
    const speeds = tables.map((table) => {
      const other = table.rows.find(({ name }) => name === peer);
      const own = fastest(table.rows.filter(({ name }) => isComparable(name, peer)));
      return other === undefined || own === undefined ? undefined : 1 / storedRatio(table, own, other);
    });
    const known = speeds.filter((speed) => speed !== undefined && Number.isFinite(speed)) as number[];
    if (known.length === 0) return [];
    return [{ peer, speeds, median: quantile(known, 0.5) }];
  });
}

function isPeer({ name }: StoredRow): boolean {
  return !name.startsWith("CuTS");
}

/** With the same threads, where rows say how many they have. */
function isComparable(name: string, peer: string): boolean {
  if (!name.startsWith("CuTS")) return false;
  const threads = /\d+ threads?/.exec(peer)?.[0];
  return threads === undefined || !/\d+ threads?/.test(name) || name.includes(threads);
}

function fastest(rows: readonly StoredRow[]): StoredRow | undefined {
  return rows.toSorted((a, b) => a.medianNs - b.medianNs)[0];
}
