// Events: points in the work of a stream, to wait for and to measure time between. An Event can be awaited.

import { inspect } from "node:util";
import type { BackendEvent } from "../backend/backend.js";
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { Device } from "./device.js";
import { type Handle, handleOf, openHandle, type Resource } from "./handle.js";
import type { StreamCore } from "./stream-core.js";
import { settleInTurn } from "./turn.js";

/** A point in the work of a stream. */
export interface Event extends PromiseLike<void> {
  readonly device: Device;
  /** True once the work before it is done. */
  readonly isDone: boolean;
  /** Settles when the work before it is done, as `await event` does; rejects with the error that stopped the stream. */
  done(): Promise<void>;
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

/** Lets work given to `stream` from now on wait for an event; that of another device is waited for on the host. */
export function waitForEvent(stream: StreamCore, event: Event): void {
  const mark = (event as RecordedEvent).mark("wait for an event");
  if (mark.stream.device === stream.device) {
    stream.submit(
      () => {
        if (mark.failure !== undefined) stream.fail(mark.failure);
        if (mark.event !== undefined) stream.backend.waitFor(mark.event, stream.backendStream);
      },
      { always: true },
    );
    return;
  }
  const ready = mark.done();
  const obstacle = { isReady: () => mark.isDone, ready, readySync: () => mark.stream.doneSync() };
  stream.submit(() => {}, { after: obstacle });
}

/** The point itself; made by the backend when the work before it has got there. */
class EventMark implements Resource {
  readonly kind = "event";
  readonly device = undefined;
  readonly nativeBytes = 4096;
  readonly stream: StreamCore;
  /** Undefined until the backend has it, and when the stream had failed by then. */
  event: BackendEvent | undefined;
  failure: unknown;
  readonly #recorded: Promise<void> | undefined;

  constructor(stream: StreamCore) {
    this.stream = stream;
    if (stream.isClear) {
      this.event = stream.backend.record(stream.backendStream);
      return;
    }
    this.#recorded = new Promise((resolve) => {
      stream.submit(
        () => {
          this.failure = stream.failure;
          if (this.failure === undefined) this.event = stream.backend.record(stream.backendStream);
          resolve();
        },
        { always: true },
      );
    });
  }

  get isDone(): boolean {
    return this.event?.isDone() === true;
  }

  async done(): Promise<void> {
    await this.#recorded;
    if (this.failure !== undefined) throw this.failure;
    await this.event?.done;
    await new Promise<void>(settleInTurn);
  }

  release(): void {
    // Not recorded yet: the device holds nothing, and will release it when it does.
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

  done(): Promise<void> {
    return this.mark("wait for an event").done();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await event` is the point
  then<A = void, B = never>(
    onDone?: ((value: void) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.done().then(onDone, onError);
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

  [inspect.custom](): string {
    const state = !this[handleOf].isOpen ? "disposed" : this.#mark.isDone ? "done" : "pending";
    return `Event ${this.#mark.toString()} (${state})`;
  }
}

function timeOf(mark: EventMark, which: string): number {
  if (mark.failure !== undefined) throw mark.failure;
  if (mark.event?.isDone()) return mark.event.timeMs();
  throw new CutsError(
    "CUTS_EVENT_NOT_DONE",
    `Cannot measure time: the work before the ${which} event must be done (got an event that is pending)\nTry: await it first`,
  );
}
