// What bench/results/<name>.json has: the figures of a benchmark without its samples. Every figure on a page can be had from it:
// medians, spreads, and how many times each other row of its table a row costs, which only the samples could tell.

import { readFileSync } from "node:fs";
import { ratio } from "./measure.js";
import type { Machine, Report, ReportTable } from "./report.js";

/** A row of a table. */
export interface StoredRow {
  readonly name: string;
  readonly medianNs: number;
  readonly minNs: number;
  readonly spread: number;
  readonly rounds: number;
  /** How many times each row of its table it costs, in their order: null where two were not measured in turns. */
  readonly ratios: readonly (number | null)[];
}

/** A table. */
export interface StoredTable extends Omit<ReportTable, "timings" | "note"> {
  readonly rows: readonly StoredRow[];
}

/** A whole file. */
export interface StoredReport {
  readonly title: string;
  readonly measuredOn: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly tables: readonly StoredTable[];
}

/** A table without its samples. */
export function storedTable({ title, baseline, timings, target }: ReportTable): StoredTable {
  const rows = timings.map((timing): StoredRow => {
    const { name, medianNs, minNs, spread, samplesNs } = timing;
    const ratios = timings.map((other) => ratio(timing, other));
    return { name, medianNs, minNs, spread, rounds: samplesNs.length, ratios };
  });
  return { title, baseline, ...(target === undefined ? {} : { target }), rows };
}

/** How many times `other` a row of a table costs. */
export function storedRatio({ rows }: StoredTable, row: StoredRow, other: StoredRow): number {
  return row.ratios[rows.indexOf(other)] ?? Number.NaN;
}

/** The text of a file: a line for each row. */
export function storedText(report: Report & { readonly measuredOn: Machine }): string {
  const { title, measuredOn, versions, tables } = report;
  const head = { title, measuredOn, versions };
  const texts = tables.map(storedTable).map(({ rows, ...table }) => {
    const lines = rows.map((row) => JSON.stringify(row, rounded));
    return `${JSON.stringify(table, rounded).slice(0, -1)},"rows":[\n${lines.join(",\n")}]}`;
  });
  return `${JSON.stringify(head, rounded, 2).slice(0, -2)},\n  "tables": [\n${texts.join(",\n")}]\n}\n`;
}

/** Reads the file of a benchmark. */
export function readStored(name: string): StoredReport {
  const file = new URL(`../results/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as StoredReport;
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(5)) : value;
}
