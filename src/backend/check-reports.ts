// Reports of a process in which all kernels are checked (CUTS_CHECK=1). Each report is printed when it first occurs, and makes the
// exit code 1. If CUTS_CHECK_REPORTS names a file, all reports are written to it when the process ends.

import type { CheckKind, CheckPlace, CheckReport } from "../core/check-report.js";
import { variable } from "../host/environment.js";
import { writeFile } from "../host/files.js";
import { atExit, failAtExit, writeError } from "../host/own-process.js";
import { formatReport } from "./check-text.js";

/** Whether all kernels of this process are checked. */
export const isCheckedProcess = variable("CUTS_CHECK") === "1";

/** The kinds of reports to print; undefined for all. */
const only = variable("CUTS_CHECK_ONLY")?.split(",");
/** The file that gets the reports as a JSON list when the process ends. It is not written if there are none. */
const file = variable("CUTS_CHECK_REPORTS");

const told = new Map<string, CheckReport & { count: number }>();

/** Whether reports of a kind are printed. Checks that find only other kinds can be skipped. */
export function isTold(kind: CheckKind): boolean {
  return only?.includes(kind) !== false;
}

/** Whether a comment on the line allows this kind (`cuts-check: allow(kind)`). */
export function isAllowed({ text = "" }: CheckPlace, kind: CheckKind): boolean {
  const kinds = /\bcuts-check:\s*allow\(([^)]*)\)/.exec(text)?.[1];
  return kinds !== undefined && kinds.split(/[\s,]+/).includes(kind);
}

/** Prints reports, each only once. */
export function tellReports(reports: readonly CheckReport[]): void {
  for (const report of reports) {
    if (!isTold(report.kind)) continue;
    const key = [report.kind, report.kernel, report.file, report.line, report.column, report.message].join(
      " ",
    );
    const known = told.get(key);
    if (known !== undefined) {
      known.count += report.count;
      continue;
    }
    if (told.size === 0 && file !== undefined) {
      atExit(() => writeFile(file, JSON.stringify([...told.values()])));
    }
    told.set(key, { ...report });
    writeError(`${formatReport(report)}\n\n`);
    failAtExit();
  }
}
