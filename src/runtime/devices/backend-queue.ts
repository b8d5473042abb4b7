// A stream of a backend together with its backend. Code that only submits work needs this and not a whole StreamCore.

import type { Backend, BackendStream } from "../../backend/backend.js";

/** A stream to submit work to, and the backend that it belongs to. */
export interface BackendQueue {
  readonly backend: Backend;
  readonly backendStream: BackendStream;
}
