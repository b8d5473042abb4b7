// Ends resources that V8 does not see (device memory, events, views of native memory) when their owners are garbage collected, even
// in a loop that never returns to the event loop. A FinalizationRegistry alone cannot do that, because it calls back only in a
// later turn. So every lifetime holds a WeakRef of its owner, and all of them are checked after a collection. "Witnesses" (objects
// that only a WeakRef refers to) show that V8 has collected. A collection is forced when native memory or the number of lifetimes
// grows too much, because V8's heap could otherwise grow to gigabytes. A WeakRef keeps its target alive until the current job ends;
// the host can end the job early, so that objects which a synchronous loop drops can be collected within it.

import { CollectionPace } from "./collection-pace.js";
import { processState } from "../core/process-state.js";
import { collectHeap, releaseWeakTargets, usedHeapBytes } from "./heap.js";

/** A resource that ends when its owner is garbage collected. It must not refer to the owner, or the owner is never collected. */
export abstract class Lifetime {
  /** False once it has ended. */
  isOpen = true;
  /** The owner: a strong reference while it is new, then a WeakRef. */
  owner: object | undefined = undefined;
  /** The neighbors in the linked list of all open lifetimes. */
  older: Lifetime | undefined = undefined;
  newer: Lifetime | undefined = undefined;
  /** The approximate bytes of host memory that it keeps and V8 does not see. Device memory is counted elsewhere. */
  abstract readonly nativeBytes: number;

  /** Called when the owner was collected: releases the resource and calls `closeLifetime`. */
  abstract ownerIsGone(): void;
}

/**
 * Making a WeakRef costs more than everything else here, and most lifetimes end in the event-loop turn in which they began. So
 * WeakRefs are made only for lifetimes that are still open when the turn ends, or when there are this many new ones.
 */
const MAX_FRESH = 256;
/** The number of WeakRefs that may be made or read before `releaseWeakTargets` is called. */
const MAX_KEPT = 256;
/** One witness is read for this many that are made, so that the witnesses that are read are old. */
const WITNESSES_PER_LOOK = 4;

/** The fewest new lifetimes between two collections that they cause. */
const MIN_OPENED = 32_768;
/** The approximate heap bytes of a lifetime with its owner, and the part that remains when the owner is collected. */
const HEAP_BYTES = 512;
const HEAP_BYTES_LEFT = 256;

const state = processState(() => ({
  /** New lifetimes, which still have a strong reference to their owner, and their number. */
  fresh: Array.from<Lifetime | undefined>({ length: MAX_FRESH }),
  freshCount: 0,
  isTurnWatched: false,
  /** Both ends of the linked list of all open lifetimes. */
  oldest: undefined as Lifetime | undefined,
  newest: undefined as Lifetime | undefined,
  openCount: 0,
  /** When more lifetimes than this are open, a collection is due. */
  dueCount: MIN_OPENED,
  /** The sum of `nativeBytes` of all open lifetimes. */
  nativeBytes: 0,
  nativePace: new CollectionPace({ leastBytes: 256 * 2 ** 20, mostBytes: 2 ** 30 }),
  /** WeakRefs made or read since the last `releaseWeakTargets`. */
  kept: 0,
  witnesses: [] as WeakRef<object>[],
  witnessesAsked: 0,
  /** Calls back in the turn after a collection. It watches one object at a time, and gets a new one when that is collected. */
  sentinels: undefined as FinalizationRegistry<void> | undefined,
  sentinel: undefined as object | undefined,
  isEnding: false,
}));

/** Opens the lifetime of a new owner. */
export function openLifetime(lifetime: Lifetime, owner: object): void {
  if (lifetime.nativeBytes > 0) noteNative(lifetime.nativeBytes);
  if (++state.openCount > state.dueCount) collectGarbage();
  lifetime.older = state.newest;
  if (state.newest === undefined) state.oldest = lifetime;
  else state.newest.newer = lifetime;
  state.newest = lifetime;
  lifetime.owner = owner;
  state.fresh[state.freshCount++] = lifetime;
  if (state.freshCount === MAX_FRESH) watchFresh();
  else if (!state.isTurnWatched) watchTurn();
}

/** Removes a lifetime that has ended from the list. */
export function closeLifetime(lifetime: Lifetime): void {
  const { older, newer } = lifetime;
  lifetime.isOpen = false;
  lifetime.owner = undefined;
  state.nativeBytes -= lifetime.nativeBytes;
  state.openCount--;
  if (older === undefined) state.oldest = newer;
  else older.newer = newer;
  if (newer === undefined) state.newest = older;
  else newer.older = older;
  lifetime.older = undefined;
  lifetime.newer = undefined;
}

/** All open lifetimes, oldest first. */
export function openLifetimes(): Lifetime[] {
  const all: Lifetime[] = [];
  for (let one = state.oldest; one !== undefined; one = one.newer) all.push(one);
  return all;
}

/** Collects garbage and ends the lifetimes of collected owners. It takes milliseconds. */
export function collectGarbage(): void {
  watchFresh();
  releaseWeakTargets();
  collectHeap();
  endOrphans();
}

/**
 * Plans the next collection: when new lifetimes take half as much heap as was in use after this one. Fewer collections would cost
 * less in total, but each would block the event loop longer.
 */
function notePace(endedCount: number): void {
  const liveBytes = usedHeapBytes() - endedCount * HEAP_BYTES_LEFT;
  state.dueCount = state.openCount + Math.max(MIN_OPENED, state.openCount, liveBytes / HEAP_BYTES / 2);
}

/** Counts native memory of a new lifetime, and collects garbage if that is due. */
function noteNative(bytes: number): void {
  state.nativeBytes += bytes;
  if (state.nativePace.isDue(state.nativeBytes))
    state.nativePace.collect(collectGarbage, () => state.nativeBytes);
}

function watchTurn(): void {
  state.isTurnWatched = true;
  queueMicrotask(() => {
    state.isTurnWatched = false;
    watchFresh();
  });
}

/** Replaces the strong references to new owners by WeakRefs, so that the owners can be collected. */
function watchFresh(): void {
  let watched = 0;
  for (let i = 0; i < state.freshCount; i++) {
    const lifetime = state.fresh[i] as Lifetime;
    state.fresh[i] = undefined;
    if (!lifetime.isOpen) continue;
    lifetime.owner = new WeakRef(lifetime.owner as object);
    watched++;
  }
  state.freshCount = 0;
  if (watched > 0) noteKept(watched);
}

/** Counts WeakRefs that were made, and looks for collected owners from time to time. */
function noteKept(count: number): void {
  if (state.sentinels === undefined) renewWitnesses();
  state.kept += count;
  if (state.kept < MAX_KEPT) return;
  state.kept = 0;
  const hasCollected = lookAtWitness();
  releaseWeakTargets();
  if (hasCollected) endOrphans();
}

/** Whether one witness shows that V8 has collected garbage since the last check. */
function lookAtWitness(): boolean {
  state.witnesses.push(new WeakRef({}));
  // Reading a WeakRef during a collection keeps its target alive. So each witness is read only once, when it is old.
  if (state.witnesses.length < (state.witnessesAsked + 1) * WITNESSES_PER_LOOK) return false;
  const isGone = state.witnesses[state.witnessesAsked]?.deref() === undefined;
  state.witnessesAsked++;
  return isGone;
}

function renewWitnesses(): void {
  state.witnesses.length = 0;
  state.witnessesAsked = 0;
  state.sentinels ??= new FinalizationRegistry(endOrphans);
  if (state.sentinel !== undefined) state.sentinels.unregister(state.sentinel);
  state.sentinel = {};
  state.sentinels.register({}, undefined, state.sentinel);
}

/** Ends the lifetimes of collected owners. */
function endOrphans(): void {
  if (state.isEnding) return;
  state.isEnding = true;
  const orphans = findOrphans();
  for (const orphan of orphans) {
    try {
      orphan.ownerIsGone();
    } catch (error) {
      // The current caller is not responsible for this error, so it becomes an uncaught exception, as in any finalizer.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
  renewWitnesses();
  notePace(orphans.length);
  state.isEnding = false;
}

function findOrphans(): Lifetime[] {
  watchFresh();
  const orphans: Lifetime[] = [];
  let read = 0;
  for (let one = state.oldest; one !== undefined; one = one.newer) {
    if ((one.owner as WeakRef<object>).deref() === undefined) orphans.push(one);
    else if (++read % MAX_KEPT === 0) releaseWeakTargets();
  }
  releaseWeakTargets();
  return orphans;
}
