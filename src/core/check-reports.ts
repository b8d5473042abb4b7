// Reports of a process that is checked as a whole: printed as they come, each once, and the exit code is 1.

import type { CheckReport } from "./check-report.js";
import { formatReport } from "./check-text.js";

/** True in a process that is checked as a whole. */
export const isCheckedProcess = process.env["CUTS_CHECK"] === "1";

const told = new Map<string, CheckReport & { count: number }>();

/** Something is wrong. */
export function tellReports(reports: readonly CheckReport[]): void {
  for (const report of reports) {
    const key = [report.kind, report.kernel, report.file, report.line, report.column, report.message].join(
      " ",
    );
    const known = told.get(key);
    if (known !== undefined) {
      known.count += report.count;
      continue;
    }
    told.set(key, { ...report });
    process.stderr.write(`${formatReport(report)}\n\n`);
    if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = 1;
  }
}
