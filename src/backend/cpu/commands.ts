// The kinds of work that a stream of the cpu device holds, and the lane through which it gives work to the workers.

import type { BackendStream, Work } from "../backend.js";

/** Work of the main thread, which runs when all work of its stream before it is over. */
export interface HostWork {
  readonly kind: "host";
  /** Undefined for what is done whatever has happened before, and cannot fail. */
  readonly work: Work | undefined;
  /**
   * "memory": launches after it must not begin before it is done. "note": it touches no memory of the device, but
   * somebody waits for it. "release": nobody waits for it.
   */
  readonly effect: "memory" | "note" | "release";
  /**
   * Does the work; `timeMs`, for notes, is when what is before it was done (clock.js). False when there is more to do
   * after the event loop has run; a caller that blocks passes `isBlocking`, and the work must then finish.
   */
  run(timeMs: number, isBlocking: boolean): boolean;
}

/** A point in the work of a stream. */
export interface StreamPoint {
  /** True once all work before it is over, as far as is known. */
  readonly isOver: boolean;
  readonly stream: BackendStream;
  /** Calls back when it is over; it is not yet. */
  listen(action: () => void): void;
}

/** Waits for work of another stream. */
export interface WaitWork {
  readonly kind: "wait";
  readonly event: StreamPoint;
}

/** Work of the workers. */
export interface DeviceWork {
  readonly kind: "device";
  readonly work: Work;
  /** Does it inside the call if it is brief, and says whether it was; nothing of its stream may be under way. */
  runNow(): boolean;
  /**
   * Whether a thread of its own does it and not the workers: it begins without a lane, when all before it is over, and what
   * comes next waits for its end.
   */
  readonly isApart?: boolean;
  /**
   * Gives it to the workers, or to its own thread, without a lane; "full": to be tried again when some before it are done.
   * Throws when it cannot be launched.
   */
  begin(lane: DeviceLane | undefined): "running" | "full";
  isFinished(): boolean;
  /** Begins what it launches itself, once it can; nothing of its stream begins before that is over. */
  advance?(): void;
  /** Whether what comes next must wait for its end, because it may launch more; known when it has begun. */
  readonly launchesMore?: boolean;
  /** The error that it ends with as soon as the threads that run it are gone; undefined when it is not being stopped. */
  stopError(): unknown;
  /** Ends what has finished and returns when that was; throws what has stopped it. */
  finish(): number;
  /** Forgets that it has begun: work before it has failed. */
  takeBack(): void;
  /** Asks for `progress` when it has finished; false when it has already. */
  notify(): boolean;
}

export type Command = HostWork | WaitWork | DeviceWork;

/** Through which the workers get the work of one stream. */
export interface DeviceLane {
  /** Looks which work has finished. */
  collect(): void;
  /** Asks for `progress` when there is room for more work; false when there is already. */
  notifyAtRoom(): boolean;
}
