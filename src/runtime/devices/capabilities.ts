// Looks up capabilities of a device (BackendCapabilities) for actions that need them, and throws if the device lacks one.

import type { Backend, BackendGraphs, BackendHostMemory, BackendWatch } from "../../backend/backend.js";
import { UnsupportedError } from "../../core/errors.js";

/** A device. */
interface Owner {
  readonly id: string;
  readonly backend: Backend;
}

/** The capability of a device to share memory with the host. @throws UnsupportedError `CUTS_CAPABILITY` if it has none. */
export function hostMemoryOf({ id, backend }: Owner, action: string): BackendHostMemory {
  return backend.hostMemory ?? refuse(id, action, "it shares no memory with the host");
}

/** The capability of a device to record graphs. @throws UnsupportedError `CUTS_CAPABILITY` if it has none. */
export function graphsOf({ id, backend }: Owner, action: string): BackendGraphs {
  return backend.graphs ?? refuse(id, action, "it records no graphs");
}

/** The capability of a device to check and profile code. @throws UnsupportedError `CUTS_CAPABILITY` if it has none. */
export function watchOf({ id, backend }: Owner, action: string): BackendWatch {
  return backend.watch ?? refuse(id, action, "it cannot watch code while it runs");
}

function refuse(id: string, action: string, why: string): never {
  throw new UnsupportedError("CUTS_CAPABILITY", `Cannot ${action} on ${id}: ${why}`);
}
