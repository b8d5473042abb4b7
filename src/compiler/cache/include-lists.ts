// The lists of files that a request may read. They hold paths only, and keys are made from what the files contain now, so an old list
// does no harm. There are several lists for one request: an edit may add an include, and going back to the old text must find the old
// object.

import type { FileState } from "./key.js";
import type { CacheRecord } from "./record.js";

/** Lists of absolute paths, each sorted, the latest first. */
export type IncludeLists = readonly (readonly string[])[];

const maxLists = 8;

/** The lists with that of `files` in front; the same object when it is in front already. */
export function withLatest(lists: IncludeLists, files: readonly FileState[]): IncludeLists {
  const latest = files.map((file) => file.path);
  if (lists[0] !== undefined && samePaths(lists[0], latest)) return lists;
  return [latest, ...lists.filter((list) => !samePaths(list, latest))].slice(0, maxLists);
}

/** Include lists as a record of the cache. */
export function includesRecord(lists: IncludeLists, request: string): CacheRecord {
  return { kind: "includes", request, body: lists, blobs: [] };
}

/** The lists in a record that `includesRecord` made; none for an object or nothing. */
export function includesFromRecord(record: CacheRecord | undefined): IncludeLists {
  return record?.kind === "includes" ? (record.body as IncludeLists) : [];
}

function samePaths(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((path, index) => path === b[index]);
}
