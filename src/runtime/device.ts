// A device: where kernels run and memory lives. Users hold a Device; the runtime works with its DeviceCore.

import type { Backend, DeviceProperties, MemoryUse } from "../backend/backend.js";
import type { Gate } from "./gate.js";
import type { StreamCore } from "./stream-core.js";

/** A GPU, or the CPU of this machine. */
export interface Device {
  /** `cpu`, `cuda:0`. */
  readonly id: string;
  /** Its name, its limits, its memory. */
  readonly properties: DeviceProperties;
  /** The memory in use now. */
  memory(): MemoryUse;
  /** Settles when all work of all its streams is done; rejects with the first error that stopped one. */
  synchronize(): Promise<void>;
  /** The same, blocking. */
  synchronizeSync(): void;
  /** Drops all work of the device and starts it anew; what is awaited meanwhile rejects. */
  reset(): void;
  /** `cpu`, `cuda:0`. */
  toString(): string;
}

/** What the runtime knows of a device beyond what users see. */
export interface DeviceCore extends Device {
  /** Opened at first use. */
  readonly backend: Backend;
  readonly gate: Gate;
  readonly defaultStream: StreamCore;
  /** All streams that are open, the default one included. */
  readonly streams: Set<StreamCore>;
}
