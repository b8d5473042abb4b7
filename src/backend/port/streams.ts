// Streams and events of a device, as the port describes them.

/** An opaque stream of one backend. */
export interface BackendStream {
  readonly id: number;
}

/** A point in a stream's work. */
export interface BackendEvent {
  /** True once the work before it is done. */
  isDone(): boolean;
  /** Settles when the work before it is over, whether or not it failed; rejects if the device is broken. */
  readonly done: Promise<void>;
  /** Its time on the device's clock in milliseconds; valid once it is done. Only differences mean anything. */
  timeMs(): number;
  dispose(): void;
}
