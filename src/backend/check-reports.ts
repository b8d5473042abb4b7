// Reports of a process that is checked as a whole: printed as they come, each once, and the exit code is 1. They are written to a
// file as well, where one is named, when the process ends.

import type { CheckKind, CheckPlace, CheckReport } from "../core/check-report.js";
import { variable } from "../host/environment.js";
import { writeFile } from "../host/files.js";
import { atExit, failAtExit, writeError } from "../host/own-process.js";
import { formatReport } from "./check-text.js";

/** True in a process that is checked as a whole. */
export const isCheckedProcess = variable("CUTS_CHECK") === "1";

/** The kinds that are told, where not all are. */
const only = variable("CUTS_CHECK_ONLY")?.split(",");
/** The file that has the reports at the end, as a list in JSON; none where there are none. */
const file = variable("CUTS_CHECK_REPORTS");

const told = new Map<string, CheckReport & { count: number }>();

/** Whether reports of a kind are told; what would only find others need not be done. */
export function isTold(kind: CheckKind): boolean {
  return only?.includes(kind) !== false;
}

/** Whether a comment on the line says that it is meant so. */
export function isAllowed({ text = "" }: CheckPlace, kind: CheckKind): boolean {
  const kinds = /\bcuts-check:\s*allow\(([^)]*)\)/.exec(text)?.[1];
  return kinds !== undefined && kinds.split(/[\s,]+/).includes(kind);
}

/** Something is wrong. */
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
