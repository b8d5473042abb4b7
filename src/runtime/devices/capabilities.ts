// What a device may lack (BackendCapabilities), for actions that cannot go without it.

import type { Backend, BackendGraphs, BackendHostMemory, BackendWatch } from "../../backend/backend.js";
import { UnsupportedError } from "../../core/errors.js";

/** A device. */
interface Owner {
  readonly id: string;
  readonly backend: Backend;
}

/** Memory that a device shares with the host. @throws UnsupportedError `CUTS_CAPABILITY` where it shares none. */
export function hostMemoryOf({ id, backend }: Owner, action: string): BackendHostMemory {
  return backend.hostMemory ?? refuse(id, action, "it shares no memory with the host");
}

/** The graphs of a device. @throws UnsupportedError `CUTS_CAPABILITY` where it has none. */
export function graphsOf({ id, backend }: Owner, action: string): BackendGraphs {
  return backend.graphs ?? refuse(id, action, "it records no graphs");
}

/** How a device watches code. @throws UnsupportedError `CUTS_CAPABILITY` where it cannot. */
export function watchOf({ id, backend }: Owner, action: string): BackendWatch {
  return backend.watch ?? refuse(id, action, "it cannot watch code while it runs");
}

function refuse(id: string, action: string, why: string): never {
  throw new UnsupportedError("CUTS_CAPABILITY", `Cannot ${action} on ${id}: ${why}`);
}
