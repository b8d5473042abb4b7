// Finds where a line of running code was written, from Node's source maps, if they are enabled, as tsx does.

import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";

export function writtenPlace(file: string, line: number, column: number): string | undefined {
  const entry = findSourceMap(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  const path = originalSource.startsWith("file:") ? fileURLToPath(originalSource) : originalSource;
  return `${path}:${originalLine + 1}:${originalColumn + 1}`;
}
