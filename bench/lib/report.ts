// Results files of benchmarks: bench/results/<name>.json for programs (stored.ts), <name>.md for people, with what they were measured on.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";
import { formatByteSize } from "../../src/core/text.js";
import { ratio, type Timing } from "./measure.js";
import { storedText } from "./stored.js";

/** A table of timings; ratios are to the row named `baseline`. */
export interface ReportTable {
  readonly title: string;
  readonly baseline: string;
  readonly timings: readonly Timing[];
  /** A promise that the figures must keep: this row costs at most `atMost` times the baseline. */
  readonly target?: { readonly name: string; readonly atMost: number };
  readonly note?: string;
}

/** A whole results file. */
export interface Report {
  readonly name: string;
  readonly title: string;
  readonly tables: readonly ReportTable[];
  /** Paragraphs to read first, before the tables. */
  readonly summary?: readonly string[];
  /** Names and versions of what was measured, besides Node. */
  readonly versions: Readonly<Record<string, string>>;
  /** Whether the summary says what the tables have: then the page is without them. */
  readonly isBrief?: boolean;
  /** Plain figures, such as the time of an import. */
  readonly notes?: readonly string[];
}

/** Writes the two results files and returns the text for people. */
export function writeReport(report: Report): string {
  const folder = new URL("../results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const complete = {
    ...report,
    measuredOn: measuredOn(),
    versions: { node: process.version, ...report.versions },
  };
  const text = markdown(complete);
  writeFileSync(new URL(`${report.name}.json`, folder), storedText(complete));
  writeFileSync(new URL(`${report.name}.md`, folder), text);
  return text;
}

/** How many times the baseline of its table a row costs. */
export function ratioOf(table: ReportTable, name: string): number {
  const row = (wanted: string): Timing => {
    const timing = table.timings.find((candidate) => candidate.name === wanted);
    if (timing === undefined) throw new Error(`internal: no row "${wanted}" in the table "${table.title}"`);
    return timing;
  };
  return ratio(row(name), row(table.baseline));
}

/** The version of a package that is installed here. */
export function packageVersion(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** What a benchmark was measured on, and when. */
export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memory: string;
  /** Processes that wanted a core in the last minute, this benchmark among them: above `cores`, times are too long. */
  readonly load: number;
  readonly platform: string;
}

function measuredOn(): Machine {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: processors[0]?.model.trim() || "unknown",
    cores: processors.length,
    memory: formatByteSize(totalmem()),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    platform: `${platform()} ${arch()} ${release().split("-")[0]}`,
  };
}

/** The day and the machine, in a line. */
export function machineText({ date, cpu, cores, memory, load, platform }: Machine = measuredOn()): string {
  return `${date} · ${cpu}, ${cores} cores, ${memory}, load ${load} · ${platform}`;
}

function markdown(report: Report & { readonly measuredOn: Machine }): string {
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `# ${report.title}`,
    `${machineText(report.measuredOn)} · ${versions.join(" · ")}`,
    "Rows took turns; times are medians over rounds, the spread is the middle half of the rounds as a share of it, and a ratio is the median of the ratios within single rounds.",
    ...(report.summary ?? []),
    ...(report.isBrief ? [] : report.tables.map(section)),
    ...(report.notes ?? []),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

function section(table: ReportTable): string {
  const rows = table.timings.map(
    ({ name, medianNs, minNs, spread, samplesNs }) =>
      `| ${name} | ${duration(medianNs)} | ${duration(minNs)} | ${(spread * 100).toFixed(0)} % | ${samplesNs.length} | ${ratioOf(table, name).toFixed(2)} |`,
  );
  const { target } = table;
  const kept = target === undefined ? undefined : ratioOf(table, target.name);
  return [
    `## ${table.title}`,
    "",
    "| | median | best | spread | rounds | ratio |",
    "| --- | --: | --: | --: | --: | --: |",
    ...rows,
    ...(target === undefined || kept === undefined
      ? []
      : [
          "",
          `Target: ${target.name} at most ${target.atMost} times ${table.baseline}: ${kept.toFixed(2)}, ${kept <= target.atMost ? "kept" : "missed"}.`,
        ]),
    ...(table.note === undefined ? [] : ["", table.note]),
  ].join("\n");
}

function duration(ns: number): string {
  if (ns < 1e4) return `${ns.toFixed(1)} ns`;
  return ns < 1e7 ? `${(ns / 1e3).toFixed(1)} µs` : `${(ns / 1e6).toFixed(1)} ms`;
}
