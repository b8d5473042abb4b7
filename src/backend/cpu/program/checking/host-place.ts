// What watched host code and who watches it agree on: names, and how a place is written. A place is a text that is compiled into the
// program: `how line column file<newline>text of the line`.

import type { CheckPlace } from "../../../../core/check-report.js";

/** Variables that watched host code exports: where it is, and a table with a byte for each 64 KiB of memory. */
export const WATCH_EXPORTS = { here: "__cuts_watch_here", pages: "__cuts_watch_pages" } as const;

/** What it imports: an address, a number of bytes, whether they are written, the place. */
export const TOUCH_IMPORT = "host_touch";

/** Stands for a place in a header of ours: what code there does is never wrong. */
export const OWN_CODE = 1;

/** A call of a CUDA function whose result is looked at, or ignored; a call of something else; no call. */
export type PlaceOfCall = "cuda" | "ignored" | "other" | "plain";

/** Where host code is. */
export interface HostPlace extends CheckPlace {
  readonly how: PlaceOfCall;
}

/** The text of a place. */
export function writePlace({ how, line, column, file, text = "" }: HostPlace): string {
  return `${how} ${line} ${column} ${file}\n${text}`;
}

/** The place of a text. */
export function readPlace(written: string): HostPlace {
  const end = written.indexOf("\n");
  const [how = "plain", line, column, ...file] = written.slice(0, end).split(" ");
  return {
    how: how as PlaceOfCall,
    line: Number(line),
    column: Number(column),
    file: file.join(" "),
    text: written.slice(end + 1),
  };
}
