// What the threads of a checked launch are at: how many barriers they have passed, what they wait for, and what they know of
// what others have done.

import type { SyncLog } from "./release-log.js";

const NOTHING: readonly [SyncLog, number][] = [];

export interface Waiting {
  readonly kind: "barrier" | "reduce" | "grid" | "warp";
  readonly operation: number;
  readonly mask: number;
  readonly argument: number;
  readonly site: number;
}

export class ThreadState {
  readonly index: number;
  /** Counts the waits with its warp. */
  tick = 1;
  waiting: Waiting | undefined;
  hasExited = false;
  /** When it passed its last fence for the whole device, and for its block; 0 for never. */
  deviceFence = 0;
  blockFence = 0;
  /** Where an integer has overflowed last; -1 for nowhere. */
  overflow = -1;

  // Most threads need neither, and there are many.
  #known: Int32Array | undefined;
  #acquired: Map<SyncLog, number> | undefined;

  constructor(index: number) {
    this.index = index;
  }

  /** For each lane of its warp, up to which of that lane's ticks it knows. */
  get known(): Int32Array {
    return (this.#known ??= new Int32Array(32));
  }

  /** How much it knows of what others have released. */
  get acquired(): Map<SyncLog, number> {
    return (this.#acquired ??= new Map());
  }

  /** What it knows of that is for others to know too from now on. */
  takeAcquired(): Map<SyncLog, number> | undefined {
    const acquired = this.#acquired;
    this.#acquired = undefined;
    return acquired;
  }
}

export class BlockState {
  readonly index: number;
  readonly threads: readonly ThreadState[];
  /** Counts the barriers. */
  epoch = 1;
  /** What all its threads know since the last barrier. */
  readonly acquired = new Map<SyncLog, number>();

  constructor(index: number, threads: number) {
    this.index = index;
    this.threads = Array.from({ length: threads }, (_, i) => new ThreadState(i));
  }

  /** All threads have met: each knows what the others do. */
  meet(): void {
    this.epoch++;
    for (const thread of this.threads) {
      for (const [log, length] of thread.takeAcquired() ?? NOTHING) {
        if ((this.acquired.get(log) ?? 0) < length) this.acquired.set(log, length);
      }
    }
  }

  /** Lanes of a warp have met. */
  meetLanes(lanes: readonly ThreadState[]): void {
    const known = new Int32Array(32);
    const acquired = new Map<SyncLog, number>();
    for (const lane of lanes) {
      lane.known[lane.index & 31] = lane.tick;
      for (let i = 0; i < 32; i++) known[i] = Math.max(known[i] as number, lane.known[i] as number);
      for (const [log, length] of lane.acquired) {
        acquired.set(log, Math.max(length, acquired.get(log) ?? 0));
      }
    }
    for (const lane of lanes) {
      lane.known.set(known);
      lane.tick++;
      for (const [log, length] of acquired) lane.acquired.set(log, length);
    }
  }
}
