// A stream as the parts of the port name it.

/** An opaque stream of one backend. */
export interface BackendStream {
  readonly id: number;
}
