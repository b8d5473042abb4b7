// Events: points in the work of a stream. Programs wait for them and measure the time between them. An Event can be awaited.

import type { BackendEvent } from "../../backend/backend.js";
import { ArgumentTypeError, CutsError } from "../../core/errors.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import { formatValue } from "../../core/text.js";
import type { Device } from "../devices/device.js";
import { type DeferredErrors, readReports } from "../failures/deferred-errors.js";
import { nextMoment } from "../failures/failure.js";
import { refuseInGraph } from "../graphs/recording.js";
import { type Handle, handleOf, openHandle, type Resource } from "../lifetimes/handle.js";
import type { StreamCore } from "./stream-core.js";
import { settleInTurn } from "./event-loop-turn.js";

/** A point in the work of a stream. */
export interface Event extends PromiseLike<void> {
  readonly device: Device;
  /** True once the work before it is done. */
  readonly isDone: boolean;
  /** Settles when the work before it is done, as `await event` does; rejects with the first error that nobody received yet. */
  synchronize(): Promise<void>;
  /** Blocks until the work before it and all later work of its stream is done. Throws what `synchronize` rejects with. */
  synchronizeSync(): void;
  /**
   * Milliseconds of device time from `start` to this event; both must be done.
   * @throws CutsError `CUTS_EVENT_NOT_DONE`.
   */
  elapsedSince(start: Event): number;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Whether `value` is an event of this runtime. */
export function isEvent(value: unknown): value is Event {
  return value instanceof RecordedEvent;
}

/** Marks this point of a stream's work. */
export function recordEvent(stream: StreamCore): Event {
  return new RecordedEvent(new EventMark(stream));
}

/** Calls `fn` when the work before this point of a stream is done. If it failed, `fn` is not called, and waiting for the stream throws the error. */
export function callAfterwards(stream: StreamCore, fn: () => void): void {
  const mark = new EventMark(stream);
  const end = (isReached: boolean): void => {
    const isDone = isReached && !mark.hasFailed;
    mark.release();
    // An error of `fn` is an uncaught exception of the program.
    if (isDone) queueMicrotask(fn);
  };
  mark.reached().then(
    () => end(true),
    () => end(false),
  );
}

/** Makes later work of `stream` wait for an event. If the event is of another device, the host waits for it. */
export function waitForEvent(stream: StreamCore, event: Event): void {
  const mark = (event as RecordedEvent).mark("wait for an event");
  if (mark.stream.device === stream.device) {
    stream.inOrder(() => {
      if (mark.event !== undefined) stream.backend.waitFor(mark.event, stream.backendStream);
    });
    return;
  }
  const ready = mark.reached();
  const obstacle = { isReady: () => mark.isDone, ready, readySync: () => mark.stream.settleSync() };
  stream.submit(() => {}, { after: obstacle });
}

/** The point itself. The backend's event is recorded when the work before it was handed over. */
class EventMark implements Resource {
  readonly kind = "event";
  readonly device = undefined;
  readonly nativeBytes = 4096;
  readonly stream: StreamCore;
  /** Undefined until it is recorded. */
  event: BackendEvent | undefined;
  readonly #recorded: Promise<void> | undefined;
  /** When it was recorded. It reports errors of work submitted before. */
  readonly #askedAt = nextMoment();
  readonly #due: DeferredErrors;

  constructor(stream: StreamCore) {
    this.stream = stream;
    this.#due = stream.faults.due();
    if (stream.isClear) {
      this.event = stream.backend.record(stream.backendStream);
      return;
    }
    this.#recorded = new Promise((resolve) => {
      stream.inOrder(() => {
        this.event = stream.backend.record(stream.backendStream);
        resolve();
      });
    });
  }

  get isDone(): boolean {
    return this.event?.isDone() === true;
  }

  async done(): Promise<void> {
    await this.reached();
    await readReports(this.#due, this.stream);
    const error = this.stream.failures.take(this.#askedAt);
    if (error !== undefined) throw error;
  }

  doneSync(): void {
    if (!this.isDone) this.stream.settleSync();
    for (const { report } of this.#due) report.readSync();
    const error = this.stream.failures.take(this.#askedAt);
    if (error !== undefined) throw error;
  }

  /** Settles when the work before it is over, whether done or failed. */
  async reached(): Promise<void> {
    await this.#recorded;
    await this.event?.done;
    await new Promise<void>(settleInTurn);
  }

  /** Whether work before it has failed with an error that nobody received yet. */
  get hasFailed(): boolean {
    return this.stream.failures.has(this.#askedAt);
  }

  release(): void {
    // If it is not recorded yet, the backend's event is disposed as soon as there is one.
    if (this.event !== undefined) this.event.dispose();
    else void this.#recorded?.then(() => this.event?.dispose());
  }

  toString(): string {
    return `of stream ${this.stream.backendStream.id} on ${this.stream.device.id}`;
  }
}

class RecordedEvent implements Event {
  readonly [handleOf]: Handle;
  readonly #mark: EventMark;

  constructor(mark: EventMark) {
    this.#mark = mark;
    this[handleOf] = openHandle(this, mark);
  }

  get device(): Device {
    return this.#mark.stream.device;
  }

  get isDone(): boolean {
    return this.mark("ask for an event").isDone;
  }

  mark(action: string): EventMark {
    if (!this[handleOf].isOpen) this[handleOf].throwEnded(action);
    return this.#mark;
  }

  synchronize(): Promise<void> {
    return this.mark("wait for an event").done();
  }

  synchronizeSync(): void {
    refuseInGraph("wait for an event");
    this.mark("wait for an event").doneSync();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await event` is the point
  then<A = void, B = never>(
    onDone?: ((value: void) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.synchronize().then(onDone, onError);
  }

  elapsedSince(start: Event): number {
    if (!isEvent(start)) {
      throw new ArgumentTypeError(
        "CUTS_EVENT",
        `Cannot measure time: the start must be an event (got ${formatValue(start)})`,
      );
    }
    const from = (start as RecordedEvent).mark("measure time");
    const to = this.mark("measure time");
    if (from.stream.device !== to.stream.device) {
      throw new ArgumentTypeError(
        "CUTS_EVENT",
        `Cannot measure time: both events must be of one device (got ${from.stream.device.id} and ${to.stream.device.id})`,
      );
    }
    return timeOf(to, "end") - timeOf(from, "start");
  }

  dispose(): void {
    this[handleOf].end();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  [inspectSymbol](): string {
    const state = !this[handleOf].isOpen ? "disposed" : this.#mark.isDone ? "done" : "pending";
    return `Event ${this.#mark.toString()} (${state})`;
  }
}

function timeOf(mark: EventMark, which: string): number {
  if (mark.event?.isDone()) return mark.event.timeMs();
  throw new CutsError(
    "CUTS_EVENT_NOT_DONE",
    `Cannot measure time: the work before the ${which} event must be done (got an event that is pending)\nTry: await it first`,
  );
}
