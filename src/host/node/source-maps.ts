// Where a line of running code was written, as far as Node knows: where source maps are enabled, as tsx has it.

import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";

export function writtenPlace(file: string, line: number, column: number): string | undefined {
  const entry = findSourceMap(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  const path = originalSource.startsWith("file:") ? fileURLToPath(originalSource) : originalSource;
  return `${path}:${originalLine + 1}:${originalColumn + 1}`;
}
