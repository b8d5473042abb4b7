// The memory of the graphs of one plan. A plan makes the same arrays in the same order each time that it is recorded, so its k-th
// piece of memory has a place of its own: a graph takes for it the first piece there that nobody has, and a new one where users
// have them all. So the graphs of a loop whose results become arguments take two sets of memory in turns. Memory of arrays
// that are over is used again within a graph. What users have is never taken.

import { Storage } from "../../../runtime/memory/storage.js";
import type { DeviceCore, GraphMemory, RecordedMemory } from "../../../runtime/order/stream-core.js";

/** Pieces of memory at one place: where users have all of them, nothing is recorded. */
const MOST_AT_PLACE = 3;

/** What a place has no more memory for. */
export class NoMemoryFree extends Error {}

export class PlanMemory implements GraphMemory {
  readonly #device: DeviceCore;
  /** How many graphs of the plan keep a piece. */
  readonly #keepers: (memory: Storage) => number;
  readonly #places: Storage[][] = [];
  readonly #all = new Set<Storage>();
  /** What the graph that is being recorded has taken, and how many claims there are but for those of its own. */
  #taken = new Map<Storage, number>();
  #next = 0;

  constructor(device: DeviceCore, keepers: (memory: Storage) => number) {
    this.#device = device;
    this.#keepers = keepers;
  }

  /** Whether memory is the plan's. */
  owns(storage: Storage): boolean {
    return this.#all.has(storage);
  }

  /** Whether no array has a piece of memory: only the plan and its graphs do. */
  isFree(storage: Storage): boolean {
    return storage.retainCount <= 1 + this.#keepers(storage);
  }

  /** Another graph is recorded from here on. */
  begin(): void {
    this.#taken = new Map();
    this.#next = 0;
  }

  /** What the graph that was recorded last has taken. */
  get taken(): readonly Storage[] {
    return [...this.#taken.keys()];
  }

  take(byteLength: number, isKept: (memory: RecordedMemory) => boolean): Storage {
    for (const [storage, others] of this.#taken) {
      const isOver = storage.retainCount <= others + (isKept(storage) ? 1 : 0);
      if (isOver && storage.byteLength === byteLength) return storage.retain();
    }
    const storage = this.#at((this.#places[this.#next++] ??= []), byteLength);
    this.#taken.set(storage, storage.retainCount);
    return storage.retain();
  }

  /** Gives all of it back; what users have stays theirs. */
  dispose(): void {
    for (const one of this.#all) one.release();
    this.#all.clear();
    this.#places.length = 0;
  }

  /** A free piece of memory at a place. */
  #at(place: Storage[], byteLength: number): Storage {
    const free = place.find(
      (one) => one.byteLength === byteLength && !this.#taken.has(one) && this.isFree(one),
    );
    if (free !== undefined) return free;
    if (place.length >= MOST_AT_PLACE) throw new NoMemoryFree();
    const made = Storage.allocate(this.#device.defaultStream, byteLength, "work");
    place.push(made);
    this.#all.add(made);
    return made;
  }
}
