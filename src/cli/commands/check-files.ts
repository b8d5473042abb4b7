// The reports of `cuts check` as files: JSON for programs, SARIF for code hosts and editors.

import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { CheckReport } from "../../index.js";

/** Goes up when a field changes its meaning or goes. */
const SCHEMA_VERSION = 1;

/** The reports as JSON: `{ "version": 1, "reports": [{ "kind": "race", … }] }`. */
export function toJson(reports: readonly CheckReport[]): string {
  return `${JSON.stringify({ version: SCHEMA_VERSION, reports }, null, 2)}\n`;
}

/** The reports as SARIF 2.1.0. */
export function toSarif(reports: readonly CheckReport[]): string {
  const kinds = [...new Set(reports.map(({ kind }) => kind))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "cuts check", rules: kinds.map((id) => ({ id })) } },
        results: reports.map((report) => ({
          ruleId: report.kind,
          level: "error",
          message: { text: `${report.message}: ${report.detail}\nTry: ${report.hint}` },
          locations: [location(report)],
          ...(report.other === undefined ? {} : { relatedLocations: [location(report.other)] }),
          occurrenceCount: report.count,
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function location({ file, line, column }: Pick<CheckReport, "file" | "line" | "column">) {
  // A place that is not known has no region: lines count from 1.
  const region = line === 0 ? {} : { region: { startLine: line, startColumn: Math.max(1, column) } };
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region } };
}

/** From the current directory, where the file is in it: that is how code hosts know files. */
function uriOf(file: string): string {
  const path = relative(process.cwd(), file);
  if (path.startsWith("..") || isAbsolute(path)) return pathToFileURL(file).href;
  return path.split(sep).map(encodeURIComponent).join("/");
}
