// Object code by request, in the files of one directory. A request that reads no files leads to its object directly. Otherwise it leads
// to lists of files, and the contents of those lead to the object, so a changed header never finds an old entry. A look-up needs no
// compiler.

import type { Digest } from "./digest.js";
import type { EntryFiles } from "./entry-files.js";
import { statesNow } from "./files-read.js";
import { includesFromRecord, includesRecord, withLatest } from "./include-lists.js";
import { type FileState, objectKey, type RequestKey } from "./key.js";
import { type ObjectCode, objectFromRecord, objectRecord } from "./object-code.js";
import { type CacheRecord, encodeRecord, type EntryKey } from "./record.js";

/** One file to be put in place. */
export interface EntryWrite {
  readonly key: EntryKey;
  readonly bytes: Uint8Array;
}

/** The object code of a request, given what the files it read hold now. */
export function findObject(entries: EntryFiles, request: RequestKey): ObjectCode | undefined {
  const record = recordOf(entries, request);
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
  request: RequestKey,
  files: readonly FileState[],
  object: ObjectCode,
): readonly [EntryWrite, ...EntryWrite[]] {
  const { place, text } = request;
  if (files.length === 0) return [{ key: place, bytes: encodeRecord(place, objectRecord(object, text)) }];
  const key = objectKey(request, files);
  const write = { key, bytes: encodeRecord(key, objectRecord(object)) };

  // Two processes that add different lists at once may lose one: that costs a compilation, never a wrong answer.
  const lists = includesFromRecord(recordOf(entries, request));
  const latest = withLatest(lists, files);
  if (latest === lists) return [write];
  return [write, { key: place, bytes: encodeRecord(place, includesRecord(latest, text)) }];
}

// Of two requests with the same hash the later one has the place.
function recordOf(entries: EntryFiles, { place, text }: RequestKey): CacheRecord | undefined {
  const record = entries.read(place);
  return record?.request === text ? record : undefined;
}
