// A stream of a device's backend, and that backend.

import type { Backend, BackendStream } from "../../backend/backend.js";

/** Where work goes to, in order. */
export interface BackendQueue {
  readonly backend: Backend;
  readonly backendStream: BackendStream;
}
