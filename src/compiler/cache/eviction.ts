// Keeps the cache within its size by removing the entries used longest ago. There is no shared counter and no lock: several processes
// may sweep at once, and at worst two remove the same file.

import type { EntryFile, EntryFiles } from "./entry-files.js";
import type { EntryKey } from "./record.js";

/** What a walk over the directory found or removed. */
export interface EntryTotals {
  readonly entries: number;
  readonly byteLength: number;
}

// A sweep makes room for some time, or every store into a full cache would walk the whole directory.
const keepShare = 0.9;
const sweepsPerFullCache = 64;
// Nobody writes one entry for an hour. Age is the only safe sign: a process id may belong to another container or host.
const staleAfterMs = 3_600_000;

/**
 * Whether a store should be followed by a sweep: on average once per 1/64 of the size limit, over all processes
 * together. The key is as good as a die, so no process has to know what others have written.
 */
export function sweepIsDue(key: EntryKey, byteLength: number, maxByteLength: number): boolean {
  const die = Number.parseInt(key.slice(0, 8), 16) / 2 ** 32;
  return die < (byteLength * sweepsPerFullCache) / maxByteLength;
}

/** Removes what dead writers left, and the entries unused for longest while there is too much. */
export async function sweep(files: EntryFiles, maxByteLength: number, nowMs: number): Promise<EntryTotals> {
  await removeStale(files, nowMs);
  const entries = await files.list();
  let excess = totalsOf(entries).byteLength - maxByteLength;
  if (excess <= 0) return { entries: 0, byteLength: 0 };

  excess += maxByteLength * (1 - keepShare);
  entries.sort((a, b) => a.usedAtMs - b.usedAtMs);
  const removed: EntryFile[] = [];
  for (const entry of entries) {
    if (excess <= 0) break;
    if (!(await files.remove(entry))) continue;
    removed.push(entry);
    excess -= entry.byteLength;
  }
  return totalsOf(removed);
}

/** Removes every entry and what dead writers left; says what went. */
export async function removeAll(files: EntryFiles, nowMs: number): Promise<EntryTotals> {
  await removeStale(files, nowMs);
  const removed: EntryFile[] = [];
  for (const entry of await files.list()) {
    if (await files.remove(entry)) removed.push(entry);
  }
  return totalsOf(removed);
}

/** How many files and bytes. */
export function totalsOf(files: readonly EntryFile[]): EntryTotals {
  return { entries: files.length, byteLength: files.reduce((sum, file) => sum + file.byteLength, 0) };
}

async function removeStale(files: EntryFiles, nowMs: number): Promise<void> {
  for (const file of await files.listTemporary()) {
    if (nowMs - file.usedAtMs > staleAfterMs) await files.remove(file);
  }
}
