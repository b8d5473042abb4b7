// What the results files of bench/results say, for the report of all of them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { quantile, ratio, type Timing } from "../lib/measure.js";
import { machineText, type Report, type ReportTable } from "../lib/report.js";
import { type Bench, benches } from "./benches.js";

/** One results file. */
export interface Result {
  readonly name: string;
  readonly title: string;
  readonly bench: Bench | undefined;
  /** The day and the machine, in a line; the text has it where no program can read it. */
  readonly machine: string | undefined;
  readonly versions: readonly string[];
  readonly tables: readonly ReportTable[];
  /** The whole of it, for people. */
  readonly text: string;
  /** Its picture, where it has one. */
  readonly picture: string | undefined;
}

/** What the figures of a table promise, and whether they keep it. */
export interface Target {
  readonly result: Result;
  readonly table: ReportTable;
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
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map(readResult);
}

function readResult(name: string): Result {
  const text = readFileSync(new URL(`${name}.md`, folder), "utf8");
  const data = optional(`${name}.json`);
  const picture = optional(`${name}.svg`);
  const report = data === undefined ? {} : (JSON.parse(data) as Partial<Report> & Measured);
  return {
    name,
    title: report.title ?? /^# (.*)$/m.exec(text)?.[1] ?? name,
    bench: benches.find(({ results }) => results.includes(name)),
    machine: report.measuredOn && machineText(report.measuredOn),
    versions: Object.entries(report.versions ?? {}).map(([of, version]) => `${of} ${version}`),
    tables: report.tables ?? [],
    text,
    picture,
  };
}

interface Measured {
  readonly measuredOn?: Parameters<typeof machineText>[0];
}

function optional(file: string): string | undefined {
  const url = new URL(file, folder);
  return existsSync(url) ? readFileSync(url, "utf8") : undefined;
}

/** What results promise. */
export function targetsOf(result: Result): readonly Target[] {
  return result.tables.flatMap((table) => {
    const { target, baseline, timings } = table;
    const own = timings.find(({ name }) => name === target?.name);
    const base = timings.find(({ name }) => name === baseline);
    if (target === undefined || own === undefined || base === undefined) return [];
    const cost = ratio(own, base);
    const text = `${target.name} at most ${target.atMost} times ${baseline}: ${cost.toFixed(2)}`;
    return [{ result, table, text, isKept: cost <= target.atMost }];
  });
}

/** How fast CuTS is beside each peer. */
export function speedsOf({ tables }: Result): readonly PeerSpeed[] {
  const peers = new Set(tables.flatMap(({ timings }) => timings.filter(isPeer).map(({ name }) => name)));
  return [...peers].flatMap((peer) => {
    const speeds = tables.map(({ timings }) => {
      const other = timings.find(({ name }) => name === peer);
      const own = fastest(timings.filter(({ name }) => isComparable(name, peer)));
      return other === undefined || own === undefined ? undefined : 1 / ratio(own, other);
    });
    const known = speeds.filter((speed) => speed !== undefined && Number.isFinite(speed)) as number[];
    if (known.length === 0) return [];
    return [{ peer, speeds, median: quantile(known, 0.5) }];
  });
}

function isPeer({ name }: Timing): boolean {
  return !name.startsWith("CuTS");
}

/** With the same threads, where rows say how many they have. */
function isComparable(name: string, peer: string): boolean {
  if (!name.startsWith("CuTS")) return false;
  const threads = /\d+ threads?/.exec(peer)?.[0];
  return threads === undefined || !/\d+ threads?/.test(name) || name.includes(threads);
}

function fastest(timings: readonly Timing[]): Timing | undefined {
  return timings.toSorted((a, b) => a.medianNs - b.medianNs)[0];
}
