// Streams and points in their work, as the port names them.

/** An opaque stream of one backend. */
export interface BackendStream {
  readonly id: number;
}

/** A point in a stream's work. */
export interface BackendEvent {
  /** True once the work before it is done. */
  isDone(): boolean;
  /** Settles when the work before it is over, whatever became of it; rejects where the device is broken. */
  readonly done: Promise<void>;
  /** Device time in milliseconds since the epoch of the backend's own clock; valid once done. */
  timeMs(): number;
  dispose(): void;
}
