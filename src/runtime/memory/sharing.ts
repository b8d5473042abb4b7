// Sharing of device memory with other processes, where a device supports it.

import type { BackendSharing } from "../../backend/backend.js";
import { UnsupportedError } from "../../core/errors.js";
import type { DeviceCore } from "../order/stream-core.js";

/** How a device shares memory. @throws UnsupportedError `CUTS_IPC` where it cannot. */
export function sharingOf(device: DeviceCore, action: string): BackendSharing {
  const { sharing } = device.backend;
  if (sharing !== null) return sharing;
  throw new UnsupportedError(
    "CUTS_IPC",
    `Cannot ${action}: the memory of ${device.id} is that of one process\nTry: a GPU, or worker threads, which share a SharedArrayBuffer`,
  );
}
