// The memory of the graphs of one plan. A plan allocates the same arrays in the same order each time it is recorded, so each
// allocation has an index. Recording a graph takes the first free buffer kept for that index, and allocates another one if users
// hold all of them. A loop whose results become arguments thus alternates between two sets of buffers. Buffers of dead arrays are
// reused within a graph; a buffer that a user holds is never reused.

import { Storage } from "../../../runtime/memory/storage.js";
import type { DeviceCore, GraphMemory, RecordedMemory } from "../../../runtime/order/stream-core.js";

/** Pieces of memory at one place: where users have all of them, nothing is recorded. */
const MOST_AT_PLACE = 3;

/** Thrown where users hold all the buffers of an index. */
export class NoMemoryFree extends Error {}

export class PlanMemory implements GraphMemory {
  readonly #device: DeviceCore;
  /** How many graphs of the plan keep a piece. */
  readonly #keepers: (memory: Storage) => number;
  readonly #places: Storage[][] = [];
  readonly #all = new Set<Storage>();
  /** The buffers of the graph being recorded, each with its retain count before. */
  #taken = new Map<Storage, number>();
  #next = 0;

  constructor(device: DeviceCore, keepers: (memory: Storage) => number) {
    this.#device = device;
    this.#keepers = keepers;
  }

  /** Whether a buffer belongs to the plan. */
  owns(storage: Storage): boolean {
    return this.#all.has(storage);
  }

  /** Whether no array has a piece of memory: only the plan and its graphs do. */
  isFree(storage: Storage): boolean {
    return storage.retainCount <= 1 + this.#keepers(storage);
  }

  /** Starts the recording of another graph. */
  begin(): void {
    this.#taken = new Map();
    this.#next = 0;
  }

  /** The buffers of the graph that was recorded last. */
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

  /** Releases all buffers; those that users hold stay alive. */
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
