// The text of the source lines that watched code refers to, for reports. It comes from the source itself or from a file that it
// includes.

import { readText } from "../../../host/files.js";
import type { WatchSite } from "../passes/watch-sites.js";

/** Lines by `file:line`; `name` is what the source is called. A file that cannot be read has none. */
export function linesOf(
  sites: readonly WatchSite[],
  source: string,
  name: string,
): Readonly<Record<string, string>> {
  const texts = new Map<string, readonly string[]>([[name, source.split("\n")]]);
  const out: Record<string, string> = {};
  for (const { place } of sites) {
    if (place === undefined) continue;
    let text = texts.get(place.file);
    if (text === undefined) texts.set(place.file, (text = linesOfFile(place.file)));
    const line = text[place.line - 1];
    if (line !== undefined) out[`${place.file}:${place.line}`] = line;
  }
  return out;
}

function linesOfFile(path: string): readonly string[] {
  try {
    return readText(path).split("\n");
  } catch {
    // A header in memory, or one of the compiler's: a report without the text is still a report.
    return [];
  }
}
