// Which work of a program is over when other work begins, by CUDA's rules and not by the order in which it happens to run: streams
// are in order, the legacy default stream waits for blocking ones and they for it, events order what awaits them, and the host
// knows what it has waited for.

import type { WatchedStream } from "../cudart/runtime-watcher.js";

/** How many pieces of work of each stream are over, by the stream's number. */
type Clock = number[];

/** A piece of work: the how manieth of a stream it is. */
export interface Moment {
  readonly stream: number;
  readonly count: number;
}

interface StreamState {
  readonly number: number;
  readonly clock: Clock;
  readonly isDefault: boolean;
  readonly isBlocking: boolean;
}

/** cudaStreamNonBlocking. */
const NON_BLOCKING = 1;

export class StreamClocks {
  readonly #host: Clock = [];
  readonly #streams = new Map<number, StreamState>();
  readonly #events = new Map<number, Clock>();
  #running: StreamState | undefined;
  #expectsSeveral = false;

  /** Streams are made sooner or later: also the work before that may run beside theirs. */
  expectSeveral(): void {
    this.#expectsSeveral = true;
  }

  /** Whether two pieces of work can run side by side. */
  get hasSeveral(): boolean {
    return this.#expectsSeveral || this.#streams.size > 1;
  }

  /** Work of a stream begins, given by the host. */
  begin(stream: WatchedStream): Moment {
    const own = this.#state(stream);
    join(own.clock, this.#host);
    for (const other of this.#streams.values()) {
      const isOrdered = own.isDefault ? other.isBlocking : own.isBlocking && other.isDefault;
      if (isOrdered) join(own.clock, other.clock);
    }
    const count = (own.clock[own.number] ?? 0) + 1;
    own.clock[own.number] = count;
    this.#running = own;
    return { stream: own.number, count };
  }

  /** The host goes on. */
  end(): void {
    this.#running = undefined;
  }

  /** Whether a moment is over for the work that runs, or for the host where none does. */
  isOver({ stream, count }: Moment): boolean {
    const clock = this.#running?.clock ?? this.#host;
    return (clock[stream] ?? 0) >= count;
  }

  streamWaited(stream: WatchedStream): void {
    const own = this.#state(stream);
    if (own.isDefault)
      for (const other of this.#streams.values()) if (other.isBlocking) join(own.clock, other.clock);
    join(this.#host, own.clock);
  }

  /** The host has waited for the legacy default stream, if there was work in it. */
  defaultWaited(): void {
    for (const one of this.#streams.values()) if (one.isDefault) join(this.#host, one.clock);
  }

  deviceWaited(): void {
    for (const { clock } of this.#streams.values()) join(this.#host, clock);
  }

  eventRecorded(event: number): void {
    this.#events.set(event, [...(this.#running?.clock ?? this.#host)]);
  }

  eventWaited(event: number): void {
    join(this.#host, this.#events.get(event) ?? []);
  }

  streamAwaits(stream: WatchedStream, event: number): void {
    join(this.#state(stream).clock, this.#events.get(event) ?? []);
  }

  #state({ id, flags, isDefault }: WatchedStream): StreamState {
    let state = this.#streams.get(id);
    if (state === undefined) {
      const isBlocking = (flags & NON_BLOCKING) === 0;
      state = { number: this.#streams.size, clock: [], isDefault, isBlocking };
      this.#streams.set(id, state);
    }
    return state;
  }
}

function join(clock: Clock, other: Clock): void {
  other.forEach((count, stream) => {
    if ((clock[stream] ?? 0) < count) clock[stream] = count;
  });
}
