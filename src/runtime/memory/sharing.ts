// Sharing of device memory with other processes, for devices that support it.

import type { BackendSharing } from "../../backend/backend.js";
import { UnsupportedError } from "../../core/errors.js";
import type { DeviceCore } from "../order/stream-core.js";

/** The capability of a device to share memory. @throws UnsupportedError `CUTS_IPC` if it has none. */
export function sharingOf(device: DeviceCore, action: string): BackendSharing {
  const { sharing } = device.backend;
  if (sharing !== null) return sharing;
  throw new UnsupportedError(
    "CUTS_IPC",
    `Cannot ${action}: the memory of ${device.id} is that of one process\nTry: a GPU, or worker threads, which share a SharedArrayBuffer`,
  );
}
