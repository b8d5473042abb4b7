// Object code by request, over the files of one directory. A request that reads no file leads straight to its object;
// one that does leads to the lists of files it may read, and what these hold now leads to the object. So a look-up
// needs no compiler, and an entry is never found for a header that has changed.

import type { Digest } from "./digest.js";
import type { EntryFiles } from "./entry-files.js";
import { statesNow } from "./files-read.js";
import { includesFromRecord, includesRecord, withLatest } from "./include-lists.js";
import { type FileState, objectKey } from "./key.js";
import { type ObjectCode, objectFromRecord, objectRecord } from "./object-code.js";
import { encodeRecord } from "./record.js";

/** One file to be put in place. */
export interface EntryWrite {
  readonly key: Digest;
  readonly bytes: Uint8Array;
}

/** The object code of a request, given what the files it read hold now. */
export function findObject(entries: EntryFiles, request: Digest): ObjectCode | undefined {
  const record = entries.read(request);
  if (record === undefined) return undefined;
  if (record.kind === "object") return objectFromRecord(record);

  const known = new Map<string, Digest | null>();
  for (const paths of includesFromRecord(record)) {
    const object = entries.read(objectKey(request, statesNow(paths, known)));
    if (object?.kind === "object") return objectFromRecord(object);
  }
  return undefined;
}

/** What to write for an object, in order: first the object, then the list that leads to it. */
export function writesFor(
  entries: EntryFiles,
  request: Digest,
  files: readonly FileState[],
  object: ObjectCode,
): readonly [EntryWrite, ...EntryWrite[]] {
  const key = files.length === 0 ? request : objectKey(request, files);
  const write = { key, bytes: encodeRecord(key, objectRecord(object)) };
  if (files.length === 0) return [write];

  // Two processes that add different lists at once may lose one: that costs a compilation, never a wrong answer.
  const lists = includesFromRecord(entries.read(request));
  const latest = withLatest(lists, files);
  if (latest === lists) return [write];
  return [write, { key: request, bytes: encodeRecord(request, includesRecord(latest)) }];
}
