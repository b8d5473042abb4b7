// Where work goes: a stream of a backend, together with that backend. Code that only hands work over needs no more of a StreamCore.

import type { Backend, BackendStream } from "../../backend/backend.js";

/** Where work goes to, in order. */
export interface BackendQueue {
  readonly backend: Backend;
  readonly backendStream: BackendStream;
}
