// The work of all streams of the cpu device. Each stream has its own order (stream-queue.ts), and only events order two streams. This
// decides when a stream looks at its work again: when a job ends, an event happens, a lane becomes free, or the event loop runs.

import type { Command, DeviceLane } from "./commands.js";
import { type StreamHost, StreamQueue } from "./stream-queue.js";

/** The workers, seen from the queue. */
export interface QueueDevice {
  /** A lane for a stream; undefined while all are in use. */
  takeLane(): DeviceLane | undefined;
  releaseLane(lane: DeviceLane): void;
  /** Blocks until some work may have finished, or for `limitMs`. */
  wait(limitMs?: number): void;
  /** True when all work that was given is being stopped, which cannot be seen by who blocks. */
  readonly isStuck: boolean;
  /** Blocks until threads that were stopped are gone; false where there are none, or their end cannot be seen. */
  reap(): boolean;
}

export class WorkQueue implements StreamHost {
  readonly #device: QueueDevice;
  /** Streams with work. */
  readonly #busy = new Set<StreamQueue>();
  /** Streams that need a lane, longest first. */
  readonly #laneless = new Set<StreamQueue>();
  #nextStream = 0;

  constructor(device: QueueDevice) {
    this.#device = device;
  }

  createStream(): StreamQueue {
    return new StreamQueue(this.#nextStream++, this);
  }

  /** Adds work to a stream; does it now if nothing is before it. */
  add(stream: StreamQueue, command: Command): void {
    stream.push(command);
    this.progress(stream);
  }

  /** Does what can be done now of one stream. */
  progress(stream: StreamQueue, isBlocking = false): void {
    stream.progress(isBlocking);
    if (stream.isEmpty) this.#busy.delete(stream);
    else this.#busy.add(stream);
  }

  /** Does what can be done now. */
  progressAll(): void {
    for (const stream of this.#busy) this.progress(stream);
  }

  /** Does all work of a stream now, blocking. Throws the error of work that is being stopped, where its end cannot be seen here. */
  drainSync(stream: StreamQueue): void {
    while (!stream.isEmpty) {
      const needed = this.#needed(stream);
      const before = this.#left();
      for (const one of this.#busy) this.progress(one, needed.has(one));
      // What was done may be what others waited for.
      if (this.#left() < before) continue;
      if (this.#device.reap()) continue;
      this.#refuseStopped(needed);
      this.#device.wait();
    }
  }

  #left(): number {
    let left = 0;
    for (const stream of this.#busy) left += stream.left;
    return left;
  }

  /** Does all work of all streams now, blocking, as far as its end can be seen. */
  drainAllSync(): void {
    // Those that become idle leave the set meanwhile.
    const busy = [...this.#busy];
    for (const stream of busy) {
      try {
        this.drainSync(stream);
      } catch {
        // Work that is being stopped: whoever needs it hears of it.
      }
    }
  }

  /** Blocks while the device has work, until there was enough of it, and never longer than `limitMs`. */
  waitUntil(isEnough: () => boolean, limitMs: number): void {
    const end = performance.now() + limitMs;
    this.progressAll();
    while (!isEnough() && !this.#device.isStuck) {
      const leftMs = end - performance.now();
      if (leftMs <= 0) return;
      this.#device.wait(leftMs);
      this.progressAll();
    }
  }

  /** Calls back when all work that is queued now is over; at once when there is none. */
  whenOver(action: () => void): void {
    this.progressAll();
    let left = 1;
    const run = (): boolean => {
      left--;
      if (left === 0) action();
      return true;
    };
    for (const stream of this.#busy) {
      left++;
      this.add(stream, { kind: "host", work: undefined, effect: "release", run });
    }
    run();
  }

  /** Lets all work that is queued now fail with an error, except what is under way. */
  doomAll(error: unknown): void {
    for (const stream of this.#busy) stream.doom(error);
  }

  takeLane(stream: StreamQueue): DeviceLane | undefined {
    const lane = this.#device.takeLane();
    if (lane) this.#laneless.delete(stream);
    else this.#laneless.add(stream);
    return lane;
  }

  get areLanesScarce(): boolean {
    return this.#laneless.size > 0;
  }

  releaseLane(lane: DeviceLane): void {
    this.#device.releaseLane(lane);
    const [next] = this.#laneless;
    if (next) this.progress(next);
  }

  // What a stream that is waited for depends on.
  #needed(stream: StreamQueue): Set<StreamQueue> {
    const needed = new Set<StreamQueue>();
    for (let one: StreamQueue | undefined = stream; one && !needed.has(one); ) {
      needed.add(one);
      one = one.awaited as StreamQueue | undefined;
    }
    return needed;
  }

  #refuseStopped(needed: ReadonlySet<StreamQueue>): void {
    for (const stream of needed) stream.refuseStopped();
    // A stream without a lane may wait for any of them.
    if (this.#device.isStuck) for (const stream of this.#busy) stream.refuseStopped();
  }
}
