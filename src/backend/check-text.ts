// A report of a checked run as text: what is wrong, which thread did it, the line with a caret, and what to try.

import type { CheckPlace, CheckReport } from "../core/check-report.js";
import { ArgumentTypeError } from "../core/errors.js";
import { wordsAt } from "../core/source-words.js";
import { formatValue, plural } from "../core/text.js";
import { currentDirectory } from "../host/environment.js";
import { isAbsolute, relative } from "../host/paths.js";

/** The report as the command line prints it. */
export function formatReport(report: CheckReport): string {
  const { message, kernel, detail, hint, other, count } = report;
  const where = kernel === "" ? shownPlace(report) : `${kernel} (${shownPlace(report)})`;
  return [
    `error: ${message} in ${where}`,
    `  ${detail}`,
    ...snippet(report),
    ...(other === undefined || other.line === report.line ? [] : snippet(other)),
    ...(count > 1 ? [`  and ${plural(count - 1, "more time")} like this`] : []),
    `  Try: ${hint}`,
  ].join("\n");
}

/** The first `most` reports as text, and a summary of all. */
export function formatReports(reports: readonly CheckReport[], most = 20): string {
  if (!Array.isArray(reports)) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot format reports: they must be a list, as k.check() gives it (got ${formatValue(reports)})`,
    );
  }
  const shown = reports.slice(0, most).map(formatReport);
  const left = reports.length - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [`… and ${plural(left, "more report")}`] : []),
    `cuts check: ${plural(reports.length, "report")}${summary(reports)}`,
  ].join("\n\n");
}

function summary(reports: readonly CheckReport[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of reports) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => `${count} ${kind}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** `saxpy.cu:7:5`: relative to the current directory if the file is in it. */
export function shownPlace({ file, line, column }: CheckPlace): string {
  const near = isAbsolute(file) ? relative(currentDirectory(), file) : file;
  const shown = near.startsWith("..") || isAbsolute(near) ? file : near;
  return line === 0 ? shown : `${shown}:${line}:${column}`;
}

function snippet({ text, line, column }: CheckPlace): string[] {
  if (text === undefined || line === 0) return [];
  const length = Math.max(1, wordsAt(text, column)?.length ?? 1);
  const caret = `${text.slice(0, Math.max(0, column - 1)).replace(/\S/g, " ")}^${"~".repeat(length - 1)}`;
  return [`  ${String(line).padStart(4)} | ${text}`, `       | ${caret}`];
}
