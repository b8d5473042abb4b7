// What happens when an owner of something that V8 does not see (memory of a device, an event, a view of native memory) is
// dropped: it is noticed and its lifetime is ended, also in a loop that never lets the event loop turn.
//
// A FinalizationRegistry alone cannot do that, because it calls back in a later turn. So every lifetime holds its owner by
// a WeakRef, and all of them are looked at after a collection. V8 collects by itself when the JavaScript objects pile up;
// witnesses (objects that nothing but a WeakRef refers to) tell that it has. Where other memory piles up, it is asked to, and
// also where lifetimes do: V8 sees that a collection leaves them, and that most of its heap is alive, and lets the heap grow
// to twice as much before the next one, and so on to gigabytes.
//
// A WeakRef keeps its target until the job that made or read it ends. The host can end that early, so that what is made and
// dropped within one synchronous loop can be collected within it.

import { CollectionPace } from "./collection-pace.js";
import { processState } from "../core/process-state.js";
import { collectHeap, releaseWeakTargets, usedHeapBytes } from "./heap.js";

/** What ends when its owner is gone. It must not refer to the owner, or the owner is never gone. */
export abstract class Lifetime {
  /** False once it has ended. */
  isOpen = true;
  /** The owner: itself while it is new, then a WeakRef of it. */
  owner: object | undefined = undefined;
  /** The neighbors in the list of all that are open. */
  older: Lifetime | undefined = undefined;
  newer: Lifetime | undefined = undefined;
  /** About how many bytes of the system's memory it keeps that V8 does not see; device memory is counted elsewhere. */
  abstract readonly nativeBytes: number;

  /** Ends it, because the owner is gone; calls `closeLifetime`. */
  abstract ownerIsGone(): void;
}

/**
 * Telling V8 of an owner costs more than all else about it, and most owners end in the turn of the event loop they were
 * made in. So V8 is told of those that are left when the turn ends or this many have come.
 */
const MAX_FRESH = 256;
/** How many WeakRefs are made or read before V8 is told to let go of what they keep. */
const MAX_KEPT = 256;
/** One witness is made each time V8 lets go; one is asked so many times less often, so that those asked are old. */
const WITNESSES_PER_LOOK = 4;

/** So many lifetimes come at least between two collections for their sake. */
const MIN_OPENED = 32_768;
/** About how much of V8's heap a lifetime with its owner takes, and how much of that is left when the owner is collected. */
const HEAP_BYTES = 512;
const HEAP_BYTES_LEFT = 256;

const state = processState(() => ({
  /** Lifetimes that V8 was not told of yet, and how many there are. */
  fresh: Array.from<Lifetime | undefined>({ length: MAX_FRESH }),
  freshCount: 0,
  isTurnWatched: false,
  /** The ends of the list of all that are open. */
  oldest: undefined as Lifetime | undefined,
  newest: undefined as Lifetime | undefined,
  openCount: 0,
  /** How many may be open before the next collection for their sake. */
  dueCount: MIN_OPENED,
  /** What all that are open keep of the system's memory. */
  nativeBytes: 0,
  nativePace: new CollectionPace({ leastBytes: 256 * 2 ** 20, mostBytes: 2 ** 30 }),
  /** WeakRefs made or read since V8 was told to let go of what they keep. */
  kept: 0,
  witnesses: [] as WeakRef<object>[],
  witnessesAsked: 0,
  /** Calls back in the turn after a collection. It watches one object, and is told of another when that one is gone. */
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

/** Takes a lifetime that has ended from the list. */
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

/** All that are open, oldest first. */
export function openLifetimes(): Lifetime[] {
  const all: Lifetime[] = [];
  for (let one = state.oldest; one !== undefined; one = one.newer) all.push(one);
  return all;
}

/** Collects garbage and ends what belonged to owners that are gone. It takes milliseconds. */
export function collectGarbage(): void {
  watchFresh();
  releaseWeakTargets();
  collectHeap();
  endOrphans();
}

/**
 * Says when lifetimes are reason to collect again: when they take half as much of the heap as was in use without the ended ones.
 * Fewer collections would cost less in all, but each would hold the event loop longer.
 */
function notePace(endedCount: number): void {
  const liveBytes = usedHeapBytes() - endedCount * HEAP_BYTES_LEFT;
  state.dueCount = state.openCount + Math.max(MIN_OPENED, state.openCount, liveBytes / HEAP_BYTES / 2);
}

/** So much of the system's memory is to be kept for an owner that is being made. */
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

/** Lets go of all owners that were made lately, so that they can be collected. */
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

/** Calls back in the turn after a collection. It watches one object, and is told of another when that one is gone. */

/** So many WeakRefs were made. */
function noteKept(count: number): void {
  if (state.sentinels === undefined) renewWitnesses();
  state.kept += count;
  if (state.kept < MAX_KEPT) return;
  state.kept = 0;
  const hasCollected = lookAtWitness();
  releaseWeakTargets();
  if (hasCollected) endOrphans();
}

/** Whether V8 has collected garbage since the owners were looked at last, as far as one witness can tell. */
function lookAtWitness(): boolean {
  state.witnesses.push(new WeakRef({}));
  // To read a WeakRef during a collection keeps its target: a witness is asked once, and it should be older than that.
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

/** Ends what belonged to owners that are gone. */
function endOrphans(): void {
  if (state.isEnding) return;
  state.isEnding = true;
  const orphans = findOrphans();
  for (const orphan of orphans) {
    try {
      orphan.ownerIsGone();
    } catch (error) {
      // Whoever happens to allocate now has nothing to do with it; it is uncaught, as that of any finalizer.
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
