// A point in the work of a stream of the cpu device. It is over when all work before it is over, whether done or failed.

import type { BackendEvent } from "../backend.js";
import type { StreamQueue } from "./stream-queue.js";

export class StreamEvent implements BackendEvent {
  /** The stream whose work is before it. */
  readonly stream: StreamQueue;
  #timeMs: number | undefined;
  #listeners: (() => void)[] | undefined;
  #done: Promise<void> | undefined;

  constructor(stream: StreamQueue) {
    this.stream = stream;
  }

  /** True once it has happened, as far as is known. */
  get isOver(): boolean {
    return this.#timeMs !== undefined;
  }

  isDone(): boolean {
    if (!this.isOver) this.stream.look();
    return this.isOver;
  }

  // Made when somebody asks: most events are for other streams.
  get done(): Promise<void> {
    this.#done ??= this.isOver ? Promise.resolve() : new Promise((resolve) => this.listen(resolve));
    return this.#done;
  }

  timeMs(): number {
    if (this.#timeMs === undefined) throw new Error("internal: the event has not happened yet");
    return this.#timeMs;
  }

  dispose(): void {
    // Nothing is held but who listens.
  }

  /** Calls back when it happens; it has not yet. */
  listen(action: () => void): void {
    this.#listeners ??= [];
    this.#listeners.push(action);
  }

  /** It happens. */
  happen(timeMs: number): void {
    this.#timeMs = timeMs;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    for (const action of listeners ?? []) action();
  }
}
