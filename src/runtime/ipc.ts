// Memory that processes share: one exports a handle, which is plain data, another opens it. CUDA does not count users: the
// one that made the memory keeps it as long as the other uses it, and both wait for their own work before they tell the
// other to go on.

import type { DType } from "../core/dtype.js";
import { ArgumentTypeError, UnsupportedError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { BackendSharing } from "../backend/backend.js";
import type { DeviceCore } from "./device.js";
import type { Storage } from "./storage.js";

/** A buffer, for another process. It may be sent as JSON or by `child.send`. */
export interface IpcHandle<D extends DType = DType> {
  readonly kind: "cuts-ipc";
  /** The GPU by the exporting process's name. */
  readonly device: string;
  /** CUDA's handle of the allocation, in base64. */
  readonly memory: string;
  readonly allocationBytes: number;
  readonly byteOffset: number;
  readonly dtype: D;
  readonly length: number;
}

/** What a handle says of memory. */
export function exportStorage(
  storage: Storage,
): Pick<IpcHandle, "kind" | "device" | "memory" | "allocationBytes"> {
  const { device } = storage;
  const bytes = storage.export(sharingOf(device, "share a buffer"));
  return {
    kind: "cuts-ipc",
    device: device.id,
    memory: Buffer.from(bytes).toString("base64"),
    allocationBytes: storage.byteLength,
  };
}

/** How a device shares memory. @throws UnsupportedError `CUTS_IPC` where it cannot. */
export function sharingOf(device: DeviceCore, action: string): BackendSharing {
  const { sharing } = device.backend;
  if (sharing !== undefined) return sharing;
  throw new UnsupportedError(
    "CUTS_IPC",
    `Cannot ${action}: the memory of ${device.id} is that of one process\nTry: a GPU, or worker threads, which share a SharedArrayBuffer`,
  );
}

/** Throws unless `value` is a handle. */
export function checkHandle(value: unknown): asserts value is IpcHandle {
  const handle = value as Partial<IpcHandle> | null | undefined;
  const isHandle =
    handle?.kind === "cuts-ipc" &&
    typeof handle.memory === "string" &&
    Buffer.from(handle.memory, "base64").byteLength === 64 &&
    Number.isSafeInteger(handle.length) &&
    Number.isSafeInteger(handle.byteOffset) &&
    Number.isSafeInteger(handle.allocationBytes);
  if (isHandle) return;
  throw new ArgumentTypeError(
    "CUTS_IPC",
    `Cannot open shared memory: the handle must come from buffer.ipcHandle() (got ${formatValue(value)})`,
  );
}
